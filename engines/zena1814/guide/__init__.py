"""The guided first games: one by the rules for beginners, and a short one for what experts add."""

from engines.zena1814.guide import beginners, experts

GUIDES = (beginners.GUIDE, experts.GUIDE)
