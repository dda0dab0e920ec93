"""What Tacitus knows about memory: frozen values and pure rules; imports nothing else of ours."""
