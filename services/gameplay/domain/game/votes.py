"""Candidates and votes in the course of a day: from who is put up to who leaves."""

import msgspec

from services.gameplay.domain.game.leaving import checked_end, finished, leave
from services.gameplay.domain.game.moves import (
    AllLeaveVoted,
    CandidatePutUp,
    CandidateWithdrawn,
    CastVotesSettled,
    DrawVoted,
    HandsCounted,
)
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.table import Table
from services.gameplay.domain.game.voting import (
    NOBODY,
    Candidacy,
    Tally,
    Voting,
    carried,
    completed,
    decided,
    leaders_of,
    revote_ballot,
)
from shared.contracts.gameplay import Ending
from shared.contracts.primitives import SeatNumber

DAY_ONE = 1


def put_up(table: Table, move: CandidatePutUp, _: TableRules) -> Table:
    """Add a candidate at the end of the list; in the first round of a vote he is called last."""
    if move.candidate not in table.alive or any(c.seat == move.candidate for c in table.candidates):
        return table
    candidates = (*table.candidates, Candidacy(by=move.by, seat=move.candidate))
    voting = table.voting
    if voting is not None and voting.round == 1:
        voting = msgspec.structs.replace(voting, ballot=(*voting.ballot, move.candidate))
    return msgspec.structs.replace(table, candidates=candidates, voting=voting)


def taken_back(table: Table, move: CandidateWithdrawn, _: TableRules) -> Table:
    """Take the candidate of a player from the list."""
    candidates = tuple(c for c in table.candidates if c.by != move.by)
    return msgspec.structs.replace(table, candidates=candidates)


def begin_vote(table: Table, rules: TableRules) -> Table:
    """Go from the speeches to the vote, or to dusk where none is held (O-DAY-4)."""
    ballot = tuple(c.seat for c in table.candidates if c.seat in table.alive)
    if table.costs_vote or not ballot:
        return msgspec.structs.replace(table, phase="dusk")
    if len(ballot) == 1 and table.number == DAY_ONE:
        match rules.play.single_candidate_first_day:
            case "no_vote":
                return msgspec.structs.replace(table, phase="dusk")
            case "talk_only":
                return _talk(table, ballot)
            case "vote":
                pass
    return msgspec.structs.replace(table, phase="vote", voting=Voting(round=1, ballot=ballot))


def voted_again(table: Table) -> Table:
    """Go from the speeches of a tie to the next round."""
    if table.voting is None or not table.voting.ballot:
        return msgspec.structs.replace(table, phase="dusk", voting=None)
    return msgspec.structs.replace(table, phase="vote")


def _talk(table: Table, seats: tuple[SeatNumber, ...]) -> Table:
    return msgspec.structs.replace(table, phase="tie_speeches", queue=seats, voting=None, then="dusk")


def count_hands(table: Table, move: HandsCounted, rules: TableRules) -> Table:
    """Note the hands for one candidate; after the last one the round is over."""
    voting = table.voting
    if voting is None or table.phase != "vote" or move.candidate not in table.alive:
        return table
    ballot = list(voting.ballot)
    if move.candidate in ballot[: voting.called]:
        called = voting.called
    else:
        if move.candidate in ballot:
            ballot.remove(move.candidate)
        ballot.insert(voting.called, move.candidate)
        called = voting.called + 1
    votes = list(voting.votes)
    for seat in move.voters:
        if seat in table.alive:
            votes[seat - 1] = move.candidate
    voting = msgspec.structs.replace(voting, ballot=tuple(ballot), called=called, votes=tuple(votes))
    return close_round(msgspec.structs.replace(table, voting=voting), rules)


def settle_votes(table: Table, move: CastVotesSettled, rules: TableRules) -> Table:
    """Do with the votes for a candidate who left what the judge decided."""
    voting = table.voting
    if voting is None or not voting.unsettled:
        return table
    if move.treatment == "restart_round":
        voting = msgspec.structs.replace(voting, called=0, votes=(NOBODY,) * 10)
    voting = msgspec.structs.replace(voting, unsettled=False)
    return close_round(msgspec.structs.replace(table, voting=voting), rules)


def close_round(table: Table, rules: TableRules) -> Table:
    """Count a round in which every candidate was called, and go on to what it leads to."""
    voting = table.voting
    if voting is None or voting.unsettled or voting.called < len(voting.ballot):
        return table
    if not voting.ballot:
        return msgspec.structs.replace(table, phase="dusk", voting=None)
    votes = completed(voting, table.alive)
    leaders = leaders_of(voting.ballot, votes)
    decision = decided(
        rules.play,
        day=table.number,
        voting=voting,
        votes=votes,
        leaders=leaders,
        alive=len(table.alive),
        missed=table.missed is not None,
    )
    tally = Tally(
        day=table.number,
        round=voting.round,
        ballot=voting.ballot,
        votes=votes,
        leaders=leaders,
        decision=decision,
    )
    return _led_to(msgspec.structs.replace(table, tallies=(*table.tallies, tally)), tally, rules)


def _led_to(table: Table, tally: Tally, rules: TableRules) -> Table:
    leaders = tally.leaders
    match tally.decision:
        case "leave":
            return voted_out(table, leaders)
        case "talk":
            return _talk(table, leaders)
        case "nobody":
            return msgspec.structs.replace(table, phase="dusk", voting=None)
        case "ask_all_leave":
            return msgspec.structs.replace(table, phase="all_leave", voting=None, tied=leaders)
        case "ask_draw":
            return msgspec.structs.replace(table, phase="draw", voting=None, tied=leaders)
        case "revote":
            again = Voting(round=tally.round + 1, ballot=revote_ballot(rules.play, leaders))
            return msgspec.structs.replace(
                table, phase="tie_speeches", queue=leaders, voting=again, then="vote"
            )


def voted_out(table: Table, seats: tuple[SeatNumber, ...]) -> Table:
    """Let the voted leave together, each with his last word unless the game is over."""
    table = leave(table, seats, "vote")
    table = msgspec.structs.replace(
        table, phase="last_words", queue=seats, voting=None, tied=(), leaving=seats
    )
    return checked_end(table)


def asked_all_leave(table: Table, move: AllLeaveVoted, _: TableRules) -> Table:
    """Let all tied leave where a majority of those alive is for it (O-TIE-2)."""
    if table.phase != "all_leave":
        return table
    votes = sum(seat in table.alive for seat in move.voters)
    if carried(votes, len(table.alive)):
        return voted_out(table, table.tied)
    return msgspec.structs.replace(table, phase="dusk", tied=())


def asked_for_draw(table: Table, move: DrawVoted, _: TableRules) -> Table:
    """End the game without a winner where a majority of those alive is for it."""
    if table.phase != "draw":
        return table
    votes = sum(seat in table.alive for seat in move.voters)
    if carried(votes, len(table.alive)):
        return finished(table, None, Ending(kind="stopped", reason="everybody tied, and voted for a draw"))
    return msgspec.structs.replace(table, phase="dusk", tied=())


def without(table: Table, seat: SeatNumber, rules: TableRules) -> Table:
    """Go on with the vote without a candidate and voter who left in the middle of it (C-LAW-24)."""
    table = msgspec.structs.replace(table, tied=tuple(s for s in table.tied if s != seat))
    if table.phase in {"all_leave", "draw"} and not table.tied:
        return msgspec.structs.replace(table, phase="dusk")
    voting = table.voting
    if voting is None:
        return table
    votes = tuple(
        NOBODY if seat in {voter, vote} else vote for voter, vote in enumerate(voting.votes, start=1)
    )
    orphaned = any(vote == seat and voter != seat for voter, vote in enumerate(voting.votes, start=1))
    called = voting.called - (seat in voting.ballot[: voting.called])
    voting = msgspec.structs.replace(
        voting,
        ballot=tuple(s for s in voting.ballot if s != seat),
        called=called,
        votes=votes,
        unsettled=voting.unsettled or orphaned,
    )
    if not voting.ballot:
        return msgspec.structs.replace(table, phase="dusk", voting=None, queue=())
    table = msgspec.structs.replace(table, voting=voting)
    return close_round(table, rules) if table.phase == "vote" else table
