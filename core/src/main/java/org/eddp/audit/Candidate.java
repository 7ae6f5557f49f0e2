package org.eddp.audit;

/** A pair of a concept and a class that is looked at more closely. */
record Candidate(int concept, int label) {}
