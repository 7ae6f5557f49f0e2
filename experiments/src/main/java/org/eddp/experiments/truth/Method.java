package org.eddp.experiments.truth;

/** A way to say how much a cause adds to a logit. */
interface Method {
    /** Its name in tables. */
    String name();

    /** Its answer. */
    Answer answer(EffectQuery question);
}
