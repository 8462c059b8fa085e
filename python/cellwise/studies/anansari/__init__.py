"""An, Ansari, Arulambalam: TCP/IP traffic over ATM networks with ABR flow and congestion control."""
