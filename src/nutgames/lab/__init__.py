"""Many games at once: counting, simulating, measuring."""
