"""What notebooks and reports show of a run, in plain values, and a run as simulators in browsers take it.

`cellwise.serve` hands it to the page, `cellwise.widget` to a notebook.
"""
