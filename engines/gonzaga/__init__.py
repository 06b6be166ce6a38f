"""Gonzaga: noble houses of Europe spread by fiefs and Weddings. Two to four seats, seven to twelve rounds."""

from engines.gonzaga.engine import ENGINE, Gonzaga

__all__ = ["ENGINE", "Gonzaga"]
