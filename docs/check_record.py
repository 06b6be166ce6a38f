"""Checks the chance in an exported game: python check_record.py staffetta-CODE.json [COMMITMENT]. Needs only Python 3.9.

It follows fairness.md and not the code of the site: commitment, key, deal of the seats, every draw, every receipt. The file
check_record/GAME-VERSION.json in its folder lists the draws and seals that a game must have. Without it, they are not checked.
COMMITMENT is the one that you wrote down, or that of the game's round on the page of its event.
"""

import hashlib
import hmac
import json
import os
import re
import sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "check_record")


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


def seed_of(record):
    return ["deal", record["deal"]] if "deal" in record else [record["code"], record["options"], record["words"]]


def promised(record, commitment):
    if commitment and commitment != record["commitment"]:
        yield "the commitment is not the one that you gave"
    if ("deal" in record) != (record["format_version"] == 5):
        yield "the format does not fit how the key was made"
    if "deal" in record and (record["words"] or "keys" in record or "seating" not in record):
        yield "a game with the same deal as others has no words, keys or draw of seats"


def faults(record, key, draws):
    if hashlib.sha256(bytes.fromhex(record["secret"])).hexdigest() != record["commitment"]:
        yield "the secret is not the one that was promised before anybody joined"
    dealt = [draw["result"] for draw in record["moves"][0]["draws"] if draw["label"] == "seats"]
    seats = [seat["index"] for seat in sorted(record["seats"], key=lambda seat: seat["position"])]
    if (dealt or seats != sorted(seats)) if "seating" in record else dealt != [seats]:
        yield "the seats were not dealt as they were drawn"
    if len({draw["label"] for draw in draws}) != len(draws):
        yield "a label was drawn for twice"
    practised = [(each["until"], bytes.fromhex(each["key"])) for each in record.get("keys", [])]
    for number, move in enumerate(record["moves"]):
        its = next((other for until, other in practised if number <= until), key)
        yield from (f"draw {draw['label']} does not follow" for draw in move["draws"] if drawn(its, **draw) != draw["result"])
        if move["seq"] != number:
            yield f"move {number} is missing"
        answer = bytes.fromhex(move["salt"] or "") + compact(move["action"])
        if (move["salt"] or move["receipt"]) and hashlib.sha256(answer).hexdigest() != move["receipt"]:
            yield f"move {number} is not the answer its receipt was given for"


def beside(record):
    """Return the draws and sealed answers that the game must have, from the file of its version; None without one."""
    path = os.path.join(FOLDER, f"{record['game']}-{record['version']}.json")
    if not re.fullmatch(r"\w+-[\w.]+", os.path.basename(path)) or os.path.dirname(path) != FOLDER or not os.path.isfile(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def applies(entry, options):
    return all(options[name] in values for name, values in entry.get("if", {}).items())


def due(must, record, move):
    """Return the beginnings of the labels of all draws that a move must have, in order."""
    if move["seat"] is not None:
        return [must["events"][told["event"]["type"]] for told in move["events"] if told["event"]["type"] in must["events"]]
    labels = [entry["label"] for entry in must["start"] if applies(entry, record["options"])]
    seats = range(len(record["seats"]))
    each = [label.replace("{seat}", str(seat)) for label in labels for seat in (seats if "{seat}" in label else [0])]
    return [*([] if "seating" in record else ["seats"]), *each]


def gaps(must, record):
    sealed = tuple(entry["key"] for entry in must["sealed"] if applies(entry, record["options"]))
    for number, move in enumerate(record["moves"]):
        labels, begin = [draw["label"] for draw in move["draws"]], due(must, record, move)
        if len(labels) != len(begin) or not all(map(str.startswith, labels, begin)):
            yield f"move {number} has other draws than it must have: {labels} and not {begin}"
        if move["key"].startswith(sealed) and not (move["salt"] and move["receipt"]):
            yield f"move {number} is a sealed answer without its salt or receipt"


def main(path, commitment=None):
    with open(path, encoding="utf-8") as file:
        record = json.load(file)
    key = hmac.new(bytes.fromhex(record["secret"]), compact(seed_of(record)), hashlib.sha256).digest()
    draws = [draw for move in record["moves"] for draw in move["draws"]]
    sealed = sum(bool(move["receipt"]) for move in record["moves"])
    must = beside(record)
    found = [*promised(record, commitment), *faults(record, key, draws), *(gaps(must, record) if must else [])]
    print(f"Game {record['code']}: {len(record['moves'])} moves, {len(draws)} draws, {sealed} receipts; its key is {key.hex()}")
    what = "draws and receipts" if must else "what draws and receipts there are"
    print("\n".join(f"DOES NOT HOLD: {fault}" for fault in found) or f"Commitment, seats, {what} hold.")
    if not must:
        print("NOT CHECKED: completeness of draws not checked; there is no file in check_record/ for this game and version.")
    print("Whether the moves keep to the rules was not looked at.")
    return 1 if found else 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as fault:
        sys.exit(f"This is not a record of a game: {type(fault).__name__}: {fault}")
