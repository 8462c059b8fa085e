"""`python -m cellwise` is the command line."""

from cellwise.cli import main

if __name__ == "__main__":
    main()
