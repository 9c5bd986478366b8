"""Words on stage: their chips, where they stand, how they are painted, and a word as a lattice."""
