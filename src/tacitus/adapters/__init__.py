"""What fills the ports: databases, models, the clock."""
