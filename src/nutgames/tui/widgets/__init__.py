"""The parts that screens and tables are made of."""
