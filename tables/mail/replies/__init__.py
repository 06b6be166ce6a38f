"""Answers to letters: the address that a letter is answered at, and what a mail that comes there says and proves."""
