"""Who may sit on the commissions of a championship: one stream for each championship."""
