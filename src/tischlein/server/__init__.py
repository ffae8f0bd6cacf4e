"""The table on the net: play by link, nothing lost, nothing leaked. docs/protocol.md says how to talk to it."""
