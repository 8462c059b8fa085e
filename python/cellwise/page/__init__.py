"""What the page and the notebook widget show of a network and a run, in plain values and columns.

`cellwise.serve` hands it to the page, `cellwise.widget` to a notebook.
"""
