"""The words of schedules and printed pages in English, Russian and Ukrainian."""

# ruff: noqa: RUF001 - Russian and Ukrainian letters are meant

from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "ru", "uk"]

_TABLE: dict[str, tuple[str, str, str]] = {
    "participants": ("Participants", "Участники", "Учасники"),
    "nick": ("Nick", "Ник", "Нік"),
    "club": ("Club", "Клуб", "Клуб"),
    "city": ("City", "Город", "Місто"),
    "group": ("Group", "Группа", "Група"),
    "seating": ("Seating", "Рассадка", "Розсадка"),
    "by_player": ("Seating by player", "Рассадка по игрокам", "Розсадка за гравцями"),
    "round": ("Round", "Игра", "Гра"),
    "table": ("Table", "Стол", "Стіл"),
    "seat": ("Seat", "Место", "Місце"),
    "judge": ("Judge", "Судья", "Суддя"),
    "no_times": (
        "The plan gives no times for this stage yet.",
        "Время игр этого этапа ещё не назначено.",
        "Час ігор цього етапу ще не призначено.",
    ),
    "table_and_seat": ("table · seat", "стол · место", "стіл · місце"),
    "nobody": ("Nobody is on the list yet.", "В списке пока никого нет.", "У списку поки нікого немає."),
    "all_times": ("Times of", "Время:", "Час:"),
    "schedule_of": ("games of", "игры:", "ігри:"),
    "left_out": (
        "Not in this calendar, as the plan gives no times for them:",
        "Не вошло в календарь, так как время ещё не назначено:",
        "Не увійшло до календаря, бо час ще не призначено:",
    ),
}
WORDS: dict[Language, dict[str, str]] = {
    "en": {key: words[0] for key, words in _TABLE.items()},
    "ru": {key: words[1] for key, words in _TABLE.items()},
    "uk": {key: words[2] for key, words in _TABLE.items()},
}
