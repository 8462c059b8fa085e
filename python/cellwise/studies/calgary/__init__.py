"""Lu: TCP over ATM over noisy, asymmetric ADSL lines, simulated at the University of Calgary in 2000."""
