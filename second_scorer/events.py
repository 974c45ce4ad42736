"""What public events come to: the plain facts that the second scorer counts.

Each publisher's events are followed in its own order. What is not named here says nothing about points.
"""

from collections.abc import Iterable
from typing import Any

Plain = dict[str, Any]

NOTHING_ELSE: Plain = {
    "eliminations": [],
    "first_killed": None,
    "best_move": None,
    "best_players": [],
    "extra_points": [],
    "penalties": [],
    "team_defeat": None,
    "features": [],
}
"""What a result says where it leaves something out."""


def facts_of(events: Iterable[Plain]) -> Plain:
    """Return document, stages, games that count, adjustments, entries, decisions, and who is who.

    `events`: dicts with source, seq and event, a CloudEvent. Raises KeyError where none announces the
    championship, or one lacks what it must say.
    """
    told = _Told()
    for one in sorted(events, key=lambda one: (one["source"], one["seq"])):
        kind = one["event"]["type"].rpartition(".")[2]
        listen = getattr(told, f"hear_{kind}", None)
        if listen is not None:
            listen(one["event"]["data"], one["event"]["id"])
    return told.facts()


class _Told:
    """One reading of all events: a method for each type that says something."""

    def __init__(self) -> None:
        self.document: Plain = {}
        self.stages: list[Plain] = []
        self.entries: dict[str, Plain] = {}
        self.games: dict[str, Plain] = {}
        self.draws: dict[tuple[str, str | None], dict[str, Plain]] = {}
        self.new_games: dict[str, set[str]] = {}
        self.rulings: list[Plain] = []
        self.merged: dict[str, str] = {}
        self.decisions: list[Plain] = []

    def hear_ChampionshipAnnounced(self, data: Plain, _event: str) -> None:  # noqa: N802 - an event's name
        self.document, self.stages = data["regulations"], data["stages"]

    def hear_PlanChanged(self, data: Plain, _event: str) -> None:  # noqa: N802
        self.stages = data["stages"]

    def hear_RegulationsRebound(self, data: Plain, _event: str) -> None:  # noqa: N802
        self.document = data["regulations"]

    def hear_EntryAccepted(self, data: Plain, _event: str) -> None:  # noqa: N802
        self.entries[data["player"]] = {"nick": data["nick"], "withdrawn": False}

    def hear_EntryWithdrawn(self, data: Plain, _event: str) -> None:  # noqa: N802
        if data["player"] in self.entries:
            self.entries[data["player"]]["withdrawn"] = True

    hear_PlayerDisqualified = hear_EntryWithdrawn  # noqa: N815

    def hear_PlayersMerged(self, data: Plain, _event: str) -> None:  # noqa: N802
        self.merged[data["player"]] = data["into"]

    def hear_PlayersUnmerged(self, data: Plain, _event: str) -> None:  # noqa: N802
        self.merged.pop(data["player"], None)

    def hear_DrawPublished(self, data: Plain, _event: str) -> None:  # noqa: N802
        self.draws[data["stage"], data.get("group")] = {table["game"]: table for table in data["tables"]}

    def hear_SeatingChanged(self, data: Plain, _event: str) -> None:  # noqa: N802
        seating = self.draws.setdefault((data["stage"], data.get("group")), {})
        tables = {table["game"]: table for table in data["tables"]}
        self.new_games[data["change"]] = tables.keys() - seating.keys()
        seating |= tables

    def hear_SeatingRestored(self, data: Plain, _event: str) -> None:  # noqa: N802
        seating = self.draws.setdefault((data["stage"], data.get("group")), {})
        tables = {table["game"]: table for table in data["tables"]}
        for game in self.new_games.pop(data["change"], set()) - tables.keys():
            seating.pop(game, None)
        seating |= tables

    def hear_GameScheduled(self, data: Plain, _event: str) -> None:  # noqa: N802
        group = data.get("group") or self.games.get(data["game"], {}).get("group")
        self.games[data["game"]] = _game(data) | {"group": group}

    def hear_ProtocolSigned(self, data: Plain, event: str) -> None:  # noqa: N802
        group = self.games.get(data["game"], {}).get("group")
        signed = {"group": group, "result": NOTHING_ELSE | data["result"], "event": event}
        self.games[data["game"]] = _game(data) | signed

    def hear_ResultAmended(self, data: Plain, event: str) -> None:  # noqa: N802
        if data["game"] in self.games:
            self.games[data["game"]] |= {"result": NOTHING_ELSE | data["result"], "event": event}

    def hear_GameAnnulled(self, data: Plain, _event: str) -> None:  # noqa: N802
        if data["game"] in self.games:
            self.games[data["game"]]["annulled"] = True

    def hear_GameReinstated(self, data: Plain, _event: str) -> None:  # noqa: N802
        if data["game"] in self.games:
            self.games[data["game"]]["annulled"] = False

    def hear_RulingPublished(self, data: Plain, event: str) -> None:  # noqa: N802
        self.rulings.append(data | {"event": event})

    def hear_TieDecided(self, data: Plain, event: str) -> None:  # noqa: N802
        self.decisions.append(data | {"event": event})

    def facts(self) -> Plain:
        if not self.document:
            raise KeyError("ChampionshipAnnounced")
        seated = self._seated()
        counted = [
            game
            for _, game in sorted(self.games.items())
            if game["result"] is not None and not game["annulled"]
        ]
        return {
            "document": self.document,
            "stages": self.stages,
            "games": [game | {"result": self._result(game["result"])} for game in counted],
            "adjustments": self._adjustments(),
            "entries": self._entries(),
            "decisions": [
                one | {"order": list(dict.fromkeys(map(self.who, one["order"])))} for one in self.decisions
            ],
            "seated": seated,
        }

    def _seated(self) -> dict[str, dict[str, str]]:
        """Give every game that a group plays its group; return by stage the group of each player.

        That is the one he is drawn in; else that of the first game he sat in.
        """
        seated: dict[str, dict[str, str]] = {}
        for stage, group in sorted((stage, group) for stage, group in self.draws if group is not None):
            for name, table in self.draws[stage, group].items():
                if name in self.games:
                    self.games[name]["group"] = group
                for player in table["seats"]:
                    seated.setdefault(stage, {}).setdefault(player, group)
        for game in sorted(self.games.values(), key=lambda one: (one["round"], one["table"], one["id"])):
            if game["group"] is not None and game["result"] is not None:
                for seat in game["result"]["seats"]:
                    seated.setdefault(game["stage"], {}).setdefault(seat["player"], game["group"])
        return {stage: self._as_people(groups) for stage, groups in seated.items()}

    def _as_people(self, groups: dict[str, str]) -> dict[str, str]:
        """Say of people what is said of records; what is said of a person's own record holds."""
        people = {self.who(player): group for player, group in sorted(groups.items())}
        return people | {player: group for player, group in groups.items() if player not in self.merged}

    def who(self, player: str) -> str:
        """Return the person behind a record."""
        seen = {player}
        while player in self.merged and self.merged[player] not in seen:
            player = self.merged[player]
            seen.add(player)
        return player

    def _result(self, result: Plain) -> Plain:
        seats = [
            {"substitute": False} | seat | {"player": self.who(seat["player"])} for seat in result["seats"]
        ]
        return result | {"seats": seats}

    def _adjustments(self) -> list[tuple[str, str, str]]:
        replaced = {ruling.get("supersedes") for ruling in self.rulings}
        return [
            (ruling["game"], self.who(ruling["remedy"]["player"]), ruling["remedy"]["points"])
            for ruling in self.rulings
            if ruling["verdict"] == "uphold"
            and ruling["remedy"]["type"] == "AdjustPoints"
            and ruling["ruling"] not in replaced
        ]

    def _entries(self) -> dict[str, Plain]:
        people: dict[str, Plain] = {}
        for player, entry in self.entries.items():
            who = self.who(player)
            other = people.get(who)
            withdrawn = entry["withdrawn"] and (other is None or other["withdrawn"])
            nick = entry["nick"] if player == who or other is None else other["nick"]
            people[who] = {"nick": nick, "withdrawn": withdrawn}
        return people


def _game(data: Plain) -> Plain:
    return {
        "id": data["game"],
        "stage": data["stage"],
        "kind": data["stage_kind"],
        "round": data["round"],
        "table": data["table"],
        "result": None,
        "annulled": False,
    }
