"""The words of a ruling's text in English, Russian and Ukrainian."""

# ruff: noqa: RUF001 - Russian and Ukrainian letters are meant

from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "ru", "uk"]

_TABLE: dict[str, tuple[str, str, str]] = {
    "title": (
        "Ruling of the appeal commission",
        "Решение апелляционной комиссии",
        "Рішення апеляційної комісії",
    ),
    "ruling": ("Ruling", "Решение", "Рішення"),
    "protest": ("Protest", "Протест", "Протест"),
    "championship": ("Championship", "Чемпионат", "Чемпіонат"),
    "game": ("Game", "Игра", "Гра"),
    "published": ("Published", "Опубликовано", "Опубліковано"),
    "rule": ("Rule", "Правило", "Правило"),
    "verdict": ("Verdict", "Вердикт", "Вердикт"),
    "uphold": ("upheld", "удовлетворён", "задоволено"),
    "in_part": ("upheld in part", "удовлетворён частично", "задоволено частково"),
    "reject": ("rejected", "отклонён", "відхилено"),
    "remedy": ("Remedy", "Последствия", "Наслідки"),
    "NoChange": ("no change", "без изменений", "без змін"),
    "AnnulGame": ("the game is annulled", "игра аннулирована", "гру анульовано"),
    "AwardWin": ("the win goes to", "победа присуждена", "перемогу присуджено"),
    "AdjustPoints": ("points", "баллы", "бали"),
    "OrderReplay": (
        "the game is annulled and played again",
        "игра аннулирована и переигрывается",
        "гру анульовано, її буде переграно",
    ),
    "CorrectResult": ("the protocol is corrected", "протокол исправлен", "протокол виправлено"),
    "SuspendPlayer": (
        "suspended until the day",
        "отстранение до дня",
        "відсторонення до дня",
    ),
    "RemovePlayer": ("out of the championship", "снятие с чемпионата", "зняття з чемпіонату"),
    "red": ("the red team", "красным", "червоним"),
    "black": ("the black team", "чёрным", "чорним"),
    "warned": ("Warned", "Предупреждение", "Попередження"),
    "deposit": ("Deposit", "Залог", "Застава"),
    "returned": ("returned", "возвращён", "повернено"),
    "kept": ("kept", "удержан", "утримано"),
    "facts": ("Facts found", "Установленные факты", "Встановлені факти"),
    "conclusion": ("Conclusion", "Вывод", "Висновок"),
    "reasons": ("Reasons", "Обоснование", "Обґрунтування"),
    "votes": ("Votes", "Голоса", "Голоси"),
    "dissent": ("dissenting", "особое мнение", "окрема думка"),
    "effect": ("What it changed", "Что изменилось", "Що змінилося"),
    "nothing": ("nothing in the standings", "в таблице ничего", "у таблиці нічого"),
    "place": ("place", "место", "місце"),
    "medal": ("medal", "медаль", "медаль"),
    "cut": ("Cut of stage", "Отбор этапа", "Відбір етапу"),
    "enter": ("in:", "проходит:", "проходить:"),
    "leave": ("out:", "выбывает:", "вибуває:"),
    "tied": ("equal at the line:", "равны на границе:", "рівні на межі:"),
    "body": ("Higher body", "Вышестоящий орган", "Вищий орган"),
    "supersedes": ("In the place of ruling", "Взамен решения", "Замість рішення"),
    "superseded_by": (
        "No longer current: in its place stands ruling",
        "Больше не действует: заменено решением",
        "Більше не діє: замінено рішенням",
    ),
    "final": ("The ruling is final.", "Решение окончательно.", "Рішення остаточне."),
}
WORDS: dict[Language, dict[str, str]] = {
    "en": {key: words[0] for key, words in _TABLE.items()},
    "ru": {key: words[1] for key, words in _TABLE.items()},
    "uk": {key: words[2] for key, words in _TABLE.items()},
}
