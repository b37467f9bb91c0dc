"""Settings: the only room that reads the environment or a configuration file."""
