"""What came of studies and sweeps, as HTML, LaTeX, Markdown, JSON and text on a terminal."""
