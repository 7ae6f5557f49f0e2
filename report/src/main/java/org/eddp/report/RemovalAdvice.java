package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Quality;
import org.eddp.explain.RemovalVerdict;

/** The verdict on an explanation by removal, with advice. */
final class RemovalAdvice extends ExplanationVerdict {
    private final RemovalVerdict verdict;

    RemovalAdvice(ExplainedImage explained) {
        super(explained);
        verdict = new RemovalVerdict(explained);
    }

    @Override
    String sentence() {
        return explained.summary();
    }

    @Override
    boolean limited() {
        return verdict.limited();
    }

    @Override
    String headline() {
        return verdict.headline();
    }

    @Override
    List<String> reasons() {
        List<String> reasons = new ArrayList<>(verdict.reasons());
        if (verdict.limited()) {
            reasons.add("What helps: ./eddp health says what would make the run better.");
        } else if (explained.explanation().quality().removed() < Quality.CLEAR_REMOVAL) {
            reasons.add("What helps: " + spanMore(explained.concepts().size()) + ".");
        } else if (verdict.isUnsure()
                && explained.against() == null
                && explained.likeliest().size() > 1) {
            reasons.add("What helps: explain it against the next class (./eddp explain --against).");
        }
        return reasons;
    }
}
