"""Programs of this machine on simulated lines, compared with arithmetic and with simulated hosts."""
