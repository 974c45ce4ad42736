"""The vote on the best player (C-SCORE-5): of those who took part, the host voting too."""

from collections import Counter

from services.gameplay.domain.errors import (
    BestPlayerContradictsVotes,
    BestPlayerNotByVote,
    BestPlayerUndecided,
    BestPlayerVotedTwice,
    BestPlayerVotesMissing,
    HostDecisionNotNeeded,
)
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import Award, BestPlayerVotes, Result
from shared.contracts.primitives import SeatNumber
from shared.contracts.regulations import BestPlayerRule

_KEY = "scoring.best_player.min_votes"


def best_players_of(result: Result, rules: TableRules) -> tuple[Award, ...]:
    """Return the best players: as the judge named them, or as the votes say where votes decide.

    Raises the refusals of votes that decide nothing, and of a best player whom they do not name.
    """
    rule = rules.best_player
    votes = result.best_player_votes
    if rule is None or rule.decided_by == "judge":
        if votes is not None:
            raise BestPlayerNotByVote(
                f"{rules.document} has no vote on the best player; leave best_player_votes out.",
                clause=rules.clause(_KEY),
            )
        return result.best_players
    if votes is None:
        if result.best_players:
            raise BestPlayerVotesMissing(
                "The best player is voted on: enter best_player_votes.", clause=rules.clause(_KEY)
            )
        return ()
    elected = _elected(votes, rule, rules)
    named = tuple(award.seat for award in result.best_players)
    if named and named != (elected,):
        raise BestPlayerContradictsVotes(
            f"Best player by the votes is {elected or 'nobody'}, not {', '.join(map(str, named))}.",
            clause=rules.clause(_KEY),
        )
    if elected is None:
        return ()
    return result.best_players or (Award(seat=elected, points=rule.points[0]),)


def _elected(votes: BestPlayerVotes, rule: BestPlayerRule, rules: TableRules) -> SeatNumber | None:
    leaders = _leaders(votes, rule, rules)
    decision = votes.decision
    undecided = len(leaders) > 1 and votes.host not in leaders
    if decision is not None and not undecided:
        raise HostDecisionNotNeeded(
            "The votes decide on the best player; leave the host's decision out.", clause=rules.clause(_KEY)
        )
    if not leaders:
        return None
    if len(leaders) == 1:
        return leaders[0]
    if not undecided:
        return votes.host
    if decision is None or decision.choice not in leaders:
        raise BestPlayerUndecided(
            f"Seats {', '.join(map(str, leaders))} have equal votes and the host voted for"
            f" {votes.host or 'nobody'}. The regulations are silent: enter the host's decision for one of"
            " them, with a reason.",
            clause=rules.clause(_KEY),
            leaders=leaders,
        )
    return decision.choice


def _leaders(votes: BestPlayerVotes, rule: BestPlayerRule, rules: TableRules) -> list[SeatNumber]:
    """Return who has most votes, if that many suffice."""
    for voter, times in Counter(vote.voter for vote in votes.seats).items():
        if times > 1:
            raise BestPlayerVotedTwice(
                f"Seat {voter} votes {times} times for the best player; once is allowed.",
                clause=rules.clause(_KEY),
                seat=voter,
            )
    tally = Counter(vote.choice for vote in votes.seats)
    if votes.host is not None:
        tally[votes.host] += 1
    most = max(tally.values(), default=0)
    if most < max(rule.min_votes or 1, 1):
        return []
    return sorted(seat for seat, count in tally.items() if count == most)
