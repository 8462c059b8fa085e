"""ATM Forum 96-1269: TCP over UBR+ with intelligent drop policies, by Goyal, Jain and others, 1996."""
