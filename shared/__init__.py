"""What the services share: the published language and the kit. Knows no service."""
