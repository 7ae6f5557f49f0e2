package org.eddp.directions.step;

import org.eddp.directions.Term;

/** Which losses take part, and how strongly each pulls given its value. */
public interface Weighting {
    /** Whether {@code term} is needed at all. */
    boolean uses(Term term);

    /** The factor of the gradient of {@code term} when the term has this value. */
    double coefficient(Term term, double value);

    /** A single term with coefficient one, for examining it alone. */
    static Weighting only(Term single) {
        return new Weighting() {
            @Override
            public boolean uses(Term term) {
                return term == single;
            }

            @Override
            public double coefficient(Term term, double value) {
                return term == single ? 1 : 0;
            }
        };
    }
}
