package org.eddp.directions;

import org.eddp.failure.InvalidInput;

/**
 * The losses. In the formulas p runs over patches and i, j over concepts; y_pi = sigmoid(w_i.x_p - b_i) and q_p = y_p / sum_i y_pi
 * are memberships, H is an entropy in bits and R(z) = sum z^(nu+1) / sum z^nu a soft maximum. Where each is computed:
 * docs/method.md.
 */
public enum Term {
    /** L^s: mean entropy of a patch's concept memberships. */
    SPARSITY("s", "mean_p H(q_p)"),
    /** L^fs: the same, weighted towards patches that belong to many concepts. */
    FOCAL_SPARSITY("fs", "sum_p theta_p H(q_p) / sum_p theta_p, theta_p = 1 - R(q_p)^mu"),
    /** L^ma: pushes memberships to 0 or 1. */
    MAXIMUM_ACTIVATION("ma", "mean_p (-sum_i q_pi log2 y_pi)"),
    /** L^ic: every concept keeps a minimum share of the patches. */
    INACTIVE_CLASSIFIER("ic", "mean_i relu(v - mean_p y_pi^gamma) / v"),
    /** L^eac: no concept takes more than a maximum share. */
    EXCESSIVELY_ACTIVE_CLASSIFIER("eac", "R over i of relu(mean_p y_pi^gamma - rho) / (1 - rho)"),
    /** L^mm: mean inverse margin. */
    MAXIMUM_MARGIN("mm", "mean_i 1 / M_i, M_i = 1 / |w_i|"),
    /** L^fso: filters are orthogonal to the signal vectors of other concepts. */
    FILTER_SIGNAL_ORTHOGONALITY("fso", "sqrt(mean_ij ((1 - delta_ij) cos(w_i, s_j))^2)"),
    /** L^ur: the network is uncertain where all detectors are. */
    UNCERTAINTY("ur", "-mean over images of H(f+(X')), X' = act(X - kappa dX)");

    private final String symbol;
    private final String formula;

    Term(String symbol, String formula) {
        this.symbol = symbol;
        this.formula = formula;
    }

    /** The paper's superscript. */
    public String symbol() {
        return symbol;
    }

    /** Its description. */
    public String formula() {
        return formula;
    }

    /** The term with this superscript. */
    public static Term of(String symbol) {
        for (Term term : values()) {
            if (term.symbol.equals(symbol)) {
                return term;
            }
        }
        throw new InvalidInput("no loss is called '" + symbol + "'");
    }
}
