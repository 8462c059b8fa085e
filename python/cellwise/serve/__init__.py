"""The local page: a server that provides the page, its simulator, results and studies, on this machine only.

The page runs scenarios in the browser; no scenario of a visitor comes here. The server (`cellwise.serve.app`)
never reads results itself. Files that others may have written are read and drawn by processes of
`cellwise.serve.work`, whose memory and time are bounded, and which the server ends and replaces if they do
not keep to it.
"""
