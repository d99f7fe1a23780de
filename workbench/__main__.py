"""`python -m workbench` is the `workbench` command."""

from workbench.cli.main import main

if __name__ == "__main__":
    main()
