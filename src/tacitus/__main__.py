"""`python -m tacitus`."""

from tacitus.main import main

main()
