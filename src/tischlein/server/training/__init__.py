"""Exercises at the server: how hard people find them, and how far somebody is."""
