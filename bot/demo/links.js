// Follows links to messages within the page: it is offline, and there is no such place on Discord.
const MESSAGE = /^https:\/\/discord\.com\/channels\/\d+\/\d+\/(\d+)$/;

document.addEventListener("click", event => {
  const link = event.target.closest("a[href]");
  const [, id] = MESSAGE.exec(link?.href ?? "") ?? [];
  if (!id) return;
  event.preventDefault();
  event.stopPropagation();
  document.querySelector(`article[data-message-id="${id}"]`)?.scrollIntoView({ block: "center" });
}, true);
