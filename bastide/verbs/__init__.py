"""The verbs of the command line, by what they are for. Each reads the data, asks one function, and shows what it gives."""
