package org.eddp.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EmbeddedConceptsTest {
    /** Two concepts of one kind each, at opposite sides, and one of both kinds; none leans to any side on the whole. */
    private static final float[][][] EXAMPLES = {
        {{5, 1}, {5, 1}, {5, 1}, {5, 1}},
        {{5, -1}, {5, -1}, {5, -1}, {5, -1}},
        {{5, 1}, {5, -1}, {5, 1}, {5, -1}},
        {{5, 1}},
        {}
    };

    private final EmbeddedConcepts concepts = new EmbeddedConcepts(EXAMPLES);

    @Test
    void aConceptOfOneKindIsClearAndOneOfTwoIsNot() {
        assertThat(concepts.clarity(0)).isCloseTo(1, within(1e-9));
        assertThat(concepts.clarity(2)).isNegative();
        assertThat(concepts.clarity(3)).isNull();
        assertThat(concepts.polysemanticity(0)).isZero();
        assertThat(concepts.polysemanticity(2)).isCloseTo(2, within(1e-6));
        assertThat(concepts.polysemanticity(3)).isNull();
    }

    @Test
    void theNearestOtherConceptSaysWhatIsRedundant() {
        assertThat(concepts.nearest(0)).isEqualTo(3);
        assertThat(concepts.redundancy(0)).isCloseTo(1, within(1e-6));
        assertThat(concepts.redundancy(4)).isNull();
    }
}
