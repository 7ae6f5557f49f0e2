package org.eddp.learning;

/** The two variants of the method. */
public enum Variant {
    /** EDDP-U: unconstrained manipulation, no L^fso: favours interpretability. */
    U,
    /** EDDP-C: constrained manipulation and L^fso: balances interpretability and influence. */
    C
}
