"""The guided first games: one by the beginner rules, and a short one for the additions of experts."""

from engines.zena1814.guide import beginners, experts

GUIDES = (beginners.GUIDE, experts.GUIDE)
