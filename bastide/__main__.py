"""``python -m bastide``: the command line where no script is installed."""

from bastide.cli import main

if __name__ == "__main__":
    main()
