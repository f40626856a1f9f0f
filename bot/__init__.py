"""The Discord face of Cardroom: the only package that imports discord."""
