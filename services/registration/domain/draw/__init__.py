"""The draw of one stage: who sits where, judged by whom, reproducible from a seed."""
