"""The local page: a server that runs scenarios for a browser, on this machine only.

The server (`cellwise.serve.app`) never reads a scenario itself. What others may have written is
read, run and drawn by processes of `cellwise.serve.work`, whose memory and time are bounded, and which the
server ends and replaces if they do not keep to it.
"""
