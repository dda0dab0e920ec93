"""What is known of incidents like this one: pure, once it has been recalled."""
