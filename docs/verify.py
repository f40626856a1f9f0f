"""Check a Cardroom game by yourself: python verify.py RECORD [SEED SALT SEAL], as /fair shows them.

Without the bot's code: seal, seeds, first dealer, deals by C-3 to C-6 of the rules, and whether all
held what they played; of games whose later shuffles depend on the play, deal 1 and its first card.
"""

import json
import re
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from struct import pack, unpack

if len(sys.argv) not in (2, 5) or not Path(sys.argv[1]).is_file():
    sys.exit("usage: python verify.py RECORD [SEED SALT SEAL]: the file, and what /fair shows")
record, proof = json.loads(Path(sys.argv[1]).read_text("utf-8")), sys.argv[2:]
game, n, rules, dealer = (record[name] for name in ("game", "players", "options", "dealer"))
seed, hands, passes, deals = bytes.fromhex(record["seed"]), {}, 0, 0
first = n - 1 if game == "take5" else unpack(">I", sha256(seed + b"dealer").digest()[:4])[0] % n
facts = {f"seat {dealer} deals first": dealer == first}
if proof:
    facts["seed and seal fit"] = sha256(bytes.fromhex(proof[0])).hexdigest().startswith(proof[2])
    facts["salt fits"] = sha256(bytes.fromhex(proof[0]) + proof[1].encode()).digest() == seed
french = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"] * rules.get("decks", 1)
rook = [f"{colour}{number}" for colour in "BGRY" for number in range(1, 15)] + ["W"]
bulls = [str(card) for card in range(1, 105 if rules.get("deck") == "all" else 10 * n + 5)]
dealt = {9: 15, 10: 16, 11: 14}.get(rules.get("first_round"), 12)  # cards a seat in that round
special = {"take5": (bulls, 10), "schmier": ([*french, "JK"], 6), "toonerville": (rook * n, dealt)}
deck, each = special.get(game, (french, 3))
for step, (seat, action) in enumerate(record["actions"], 1):
    used = Counter(card for card in re.split("[=,:|@]", action) if card in deck)
    if "row" not in action and (passes == 6 or not any(hands.values())):  # deal anew: shuffle all
        dealer += game == "schmier" and bool(hands) and passes < 6  # all passed: who dealt, again
        stream = (sha256(seed + pack(">II", deals, block)).digest() for block in range(99))
        words = (word for block in stream for word in unpack(">8I", block))
        stock, passes, chosen = deck.copy(), 0, {}
        for m in range(len(stock), 1, -1):
            drawn = next(word for word in words if word < 2**32 // m * m) % m
            stock[m - 1], stock[drawn] = stock[drawn], stock[m - 1]
        order = [(dealer + 1 + place) % n for place in range(n)]
        hands = {other: Counter(stock[at : each * n : n]) for at, other in enumerate(order)}
        print(deals + 1, *(f"{who}: {' '.join(hands[who].elements())}" for who in order))
        stock, deals = stock[each * n :], deals + 1
    if game == "take5" and used:  # a pick may be changed until all have picked
        hands[seat] += chosen.pop(seat, Counter())
        chosen = {**chosen, seat: used} if len(chosen) < n - 1 else {}
    facts[f"seat {seat} has {action} at step {step}"] = used <= hands[seat]
    if not used <= hands[seat] or game not in ("take5", "schmier"):
        break
    hands[seat] -= used
    passes += action == "pass"
    if game == "schmier" and "discard" in action:
        chosen[seat] = sum(used.values())
        for other in order if len(chosen) == 5 else ():  # the dealer, who is last, takes the rest
            hands[other] += Counter(stock.pop(0) for _ in stock[: chosen.get(other, 99)])
if wrong := [fact for fact, holds in facts.items() if not holds]:
    sys.exit(f"WRONG: {'; '.join(wrong)}")
print(f"{len(facts)} facts hold")
