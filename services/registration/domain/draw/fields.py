"""Finite fields, as tables: what the algebra of `constructions.py` counts with."""

from functools import cache
from itertools import product

import msgspec


class Field(msgspec.Struct, frozen=True):
    """The field of `order` elements, numbered from 0; 0 and 1 are its zero and its one."""

    order: int
    add: tuple[tuple[int, ...], ...]
    multiply: tuple[tuple[int, ...], ...]


def prime_power(number: int) -> tuple[int, int] | None:
    """Return (p, n) with pⁿ = number and p prime, or None."""
    prime = next((d for d in range(2, number + 1) if number % d == 0), None)
    if prime is None:
        return None
    power, rest = 0, number
    while rest % prime == 0:
        rest //= prime
        power += 1
    return (prime, power) if rest == 1 else None


@cache
def field(order: int) -> Field:
    """Return the field of a prime power's order. Raises ValueError for another."""
    found = prime_power(order)
    if found is None:
        raise ValueError(f"There is no field of {order} elements.")
    prime, degree = found
    modulus = _irreducible(prime, degree)
    elements = [_digits(number, prime, degree) for number in range(order)]
    return Field(
        order,
        tuple(
            tuple(_number([(x + y) % prime for x, y in zip(a, b, strict=True)], prime) for b in elements)
            for a in elements
        ),
        tuple(tuple(_number(_times(a, b, modulus, prime), prime) for b in elements) for a in elements),
    )


def _digits(number: int, prime: int, degree: int) -> tuple[int, ...]:
    """Return the coefficients of the number-th polynomial, lowest power first."""
    digits = []
    for _ in range(degree):
        number, digit = divmod(number, prime)
        digits.append(digit)
    return tuple(digits)


def _number(digits: list[int], prime: int) -> int:
    return sum(digit * prime**power for power, digit in enumerate(digits))


def _times(a: tuple[int, ...], b: tuple[int, ...], modulus: tuple[int, ...], prime: int) -> list[int]:
    """Multiply two polynomials modulo xⁿ + modulus."""
    degree = len(modulus)
    result = [0] * (2 * degree - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            result[i + j] = (result[i + j] + x * y) % prime
    for power in range(2 * degree - 2, degree - 1, -1):
        for place, factor in enumerate(modulus):
            at = power - degree + place
            result[at] = (result[at] - result[power] * factor) % prime
    return result[:degree]


def _irreducible(prime: int, degree: int) -> tuple[int, ...]:
    """Return the lower coefficients of the first polynomial xⁿ + … that makes a field.

    It does if no two of its residues other than zero have the product zero.
    """
    for modulus in product(range(prime), repeat=degree):
        others = [_digits(number, prime, degree) for number in range(1, prime**degree)]
        if all(any(_times(a, b, modulus, prime)) for a in others for b in others):
            return modulus
    raise AssertionError("There is a field of every prime power's order.")
