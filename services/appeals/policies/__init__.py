"""What appeals does about what it hears: every answer to a ruling is noted on its protest, once."""
