// Keeps relative times ("in 40 seconds") running: the page writes each of them only once.
const STEPS = [["second", 60], ["minute", 3600], ["hour", 86400], ["day", 604800], ["week", Infinity]];
const RELATIVE = /^(in |now$|this |last |next |yesterday|tomorrow)|ago$/;
const format = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

function words(seconds) {
  let size = 1;
  for (const [unit, limit] of STEPS) {
    if (Math.abs(seconds) < limit) return format.format(Math.round(seconds / size), unit);
    size = limit;
  }
}

setInterval(() => {
  for (const time of document.querySelectorAll("time.discord-timestamp")) {
    if (!RELATIVE.test(time.textContent)) continue;
    const text = words((Date.parse(time.dateTime) - Date.now()) / 1000);
    if (text !== time.textContent) time.textContent = text;
  }
}, 500);
