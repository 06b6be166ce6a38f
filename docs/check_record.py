"""Checks the chance in an exported game: python check_record.py staffetta-CODE.json. Needs Python 3.9 and nothing else.

It follows fairness.md and not the code of the site: commitment, key, deal of the seats, every draw, every receipt.
"""

import hashlib
import hmac
import json
import sys


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def numbers(key, label):
    for block in range(sys.maxsize):
        digest = hmac.new(key, label.encode() + b"\0" + str(block).encode(), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24))


def below(source, limit):
    return next(number for number in source if number < 2**64 - 2**64 % limit) % limit


def drawn(key, label, size, result):
    source, order = numbers(key, label), list(range(len(result)))
    if len(result) == 1 and 1 < size <= 2**64:
        return [below(source, size)]
    for last in range(len(order) - 1, 0, -1):
        other = below(source, last + 1)
        order[last], order[other] = order[other], order[last]
    return order if size == len(result) > 0 else None


def faults(record, key, draws):
    if hashlib.sha256(bytes.fromhex(record["secret"])).hexdigest() != record["commitment"]:
        yield "the secret is not the one that was promised before anybody joined"
    dealt = [draw["result"] for draw in record["moves"][0]["draws"] if draw["label"] == "seats"]
    if dealt != [[seat["index"] for seat in sorted(record["seats"], key=lambda seat: seat["position"])]]:
        yield "the seats were not dealt as they were drawn"
    if len({draw["label"] for draw in draws}) != len(draws):
        yield "a label was drawn for twice"
    yield from (f"draw {draw['label']} does not follow" for draw in draws if drawn(key, **draw) != draw["result"])
    for number, move in enumerate(record["moves"]):
        if move["seq"] != number:
            yield f"move {number} is missing"
        answer = bytes.fromhex(move["salt"] or "") + compact(move["action"])
        if (move["salt"] or move["receipt"]) and hashlib.sha256(answer).hexdigest() != move["receipt"]:
            yield f"move {number} is not the answer its receipt was given for"


def main(path):
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    seed = compact([record["code"], record["options"], record["words"]])
    key = hmac.new(bytes.fromhex(record["secret"]), seed, hashlib.sha256).digest()
    draws = [draw for move in record["moves"] for draw in move["draws"]]
    sealed = sum(bool(move["receipt"]) for move in record["moves"])
    found = list(faults(record, key, draws))
    print(f"Game {record['code']}: {len(record['moves'])} moves, {len(draws)} draws, {sealed} receipts; its key is {key.hex()}")
    print("\n".join(f"DOES NOT HOLD: {fault}" for fault in found) or "Commitment, seats, draws and receipts hold.")
    print("Whether the moves keep to the rules was not looked at.")
    return 1 if found else 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as fault:
        sys.exit(f"This is not a record of a game: {type(fault).__name__}: {fault}")
