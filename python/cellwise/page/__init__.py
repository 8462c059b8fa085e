"""A run in plain values for notebooks and reports, and in the form that simulators in browsers take.

`cellwise.serve` hands it to the page, `cellwise.widget` to a notebook.
"""
