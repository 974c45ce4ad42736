"""Webhooks: a service tells whoever asked for it what it says, over signed HTTP, in order, at least once.

What is told is the outbox, the same texts that the stream and the feed have, so nothing is lost while an
address does not answer: telling goes on from where it stood. Owned here: who asked (`es.webhooks`), the
signature (the Standard Webhooks specification), which addresses may be called. Never done here: choosing
what is public.
"""
