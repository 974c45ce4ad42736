"""What the messaging servers are told: who may do what, and how three of them form a cluster."""
