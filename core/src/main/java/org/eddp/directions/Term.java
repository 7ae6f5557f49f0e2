package org.eddp.directions;

/** The losses (section 2 of the paper's method; symbols L^s, L^fs, ...). */
public enum Term {
    /** L^s: mean entropy of a patch's concept memberships. */
    SPARSITY("s"),
    /** L^fs: the same, weighted towards patches that belong to many concepts. */
    FOCAL_SPARSITY("fs"),
    /** L^ma: pushes memberships to 0 or 1. */
    MAXIMUM_ACTIVATION("ma"),
    /** L^ic: every concept keeps a minimum share of the patches. */
    INACTIVE_CLASSIFIER("ic"),
    /** L^eac: no concept takes more than a maximum share. */
    EXCESSIVELY_ACTIVE_CLASSIFIER("eac"),
    /** L^mm: mean inverse margin. */
    MAXIMUM_MARGIN("mm"),
    /** L^fso: filters are orthogonal to the signal vectors of other concepts. */
    FILTER_SIGNAL_ORTHOGONALITY("fso"),
    /** L^ur: the network is uncertain where all detectors are. */
    UNCERTAINTY("ur");

    private final String symbol;

    Term(String symbol) {
        this.symbol = symbol;
    }

    /** The paper's superscript. */
    public String symbol() {
        return symbol;
    }

    /** The term with this superscript. */
    public static Term of(String symbol) {
        for (Term term : values()) {
            if (term.symbol.equals(symbol)) {
                return term;
            }
        }
        throw new IllegalArgumentException("no loss is called '" + symbol + "'");
    }
}
