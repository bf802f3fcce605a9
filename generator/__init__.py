"""The generator: prints the catalogue as a site, in every language, with pictures. Imports the catalogue and the engine."""
