"""The words of printed standings in English, Russian and Ukrainian."""

# ruff: noqa: RUF001 - Russian and Ukrainian letters are meant

from typing import Literal, TypeAlias

from shared.contracts.regulations import Metric

Language: TypeAlias = Literal["en", "ru", "uk"]
Words: TypeAlias = tuple[str, str, str]
LANGUAGES: tuple[Language, ...] = ("en", "ru", "uk")

HEADS: dict[Metric, Words] = {
    "points": ("Points", "Баллы", "Бали"),
    "additional_points": ("Additional points", "Доп. баллы", "Дод. бали"),
    "wins": ("Wins", "Победы", "Перемоги"),
    "times_best_player": ("Best player", "Лучший игрок", "Кращий гравець"),
    "wins_as_black": ("Wins as black", "Победы чёрным", "Перемоги чорним"),
    "wins_as_don": ("Wins as don", "Победы доном", "Перемоги доном"),
    "wins_as_sheriff": ("Wins as sheriff", "Победы шерифом", "Перемоги шерифом"),
    "wins_as_don_and_sheriff": (
        "Wins as don and sheriff",
        "Победы доном и шерифом",
        "Перемоги доном і шерифом",
    ),
    "times_first_killed": ("Killed first", "Убит первым", "Убитий першим"),
    "points_in_earlier_stages": (
        "Points of earlier stages",
        "Баллы прошлых этапов",
        "Бали минулих етапів",
    ),
    "stages_reached": ("Stages", "Этапы", "Етапи"),
    "games": ("Games", "Игры", "Ігри"),
    "wins_as_civilian": ("Wins as civilian", "Победы мирным", "Перемоги мирним"),
    "wins_as_mafia": ("Wins as mafia", "Победы мафией", "Перемоги мафією"),
    "average_points": ("Average points", "Средний балл", "Середній бал"),
    "rating_squared": ("Rating squared", "Квадрат рейтинга", "Квадрат рейтингу"),
}
_TABLE: dict[str, Words] = {
    "player": ("Player", "Игрок", "Гравець"),
    "standings": ("Standings", "Таблица", "Таблиця"),
    "after": ("Standings after", "Таблица после этапа", "Таблиця після етапу"),
    "withdrawn": ("withdrawn", "снялся", "знявся"),
    "substitute": (
        "played games in place of somebody else",
        "играл за другого",
        "грав за іншого",
    ),
    "nobody": ("Nobody has played yet.", "Пока никто не сыграл.", "Поки ніхто не зіграв."),
    "checksum": ("Checksum", "Контрольная сумма", "Контрольна сума"),
}


def head(metric: Metric, language: Language) -> str:
    """Return what heads the column of a metric."""
    return HEADS[metric][LANGUAGES.index(language)]


def word(key: str, language: Language) -> str:
    """Return a word of the page."""
    return _TABLE[key][LANGUAGES.index(language)]
