"""What a running process tells of itself: metrics and traces. Off unless a setting asks for it."""
