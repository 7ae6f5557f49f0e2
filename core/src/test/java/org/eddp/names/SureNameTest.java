package org.eddp.names;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A name by masks is said with "maybe" below the bar; a name by hand or by words says where it comes from instead. */
class SureNameTest {
    @Test
    void belowTheBarANameIsSaidWithMaybe() {
        ConceptName unsure = ConceptName.of(58, "pug", Math.nextDown(ConceptName.SURE), true);
        assertThat(unsure.isSure()).isFalse();
        assertThat(unsure.title()).isEqualTo("58 maybe pug");
        assertThat(unsure.inSentence()).isEqualTo("concept 58, maybe \u201cpug\u201d");
        assertThat(unsure.name()).as("what it is called by options and files").isEqualTo("pug");
        assertThat(unsure.isCalled("pug")).isTrue();
    }

    @Test
    void fromTheBarOnItIsSaidAsItIs() {
        ConceptName sure = ConceptName.of(5, "large_ears", ConceptName.SURE, true);
        assertThat(sure.title()).isEqualTo("5 large ears");
        assertThat(sure.inSentence()).isEqualTo("concept 5 \u201clarge ears\u201d");
        assertThat(sure.called()).contains("large ears");
    }

    @Test
    void otherOriginsAndNoNameNeedNoBar() {
        ConceptName byHand = ConceptName.of(5, "pug", 0.05, true).with(null, "nose");
        assertThat(byHand.title()).isEqualTo("5 nose (by hand)");
        assertThat(byHand.inSentence()).isEqualTo("concept 5 \u201cnose\u201d");
        ConceptName none = ConceptName.of(5, "pug", 0.5, false);
        assertThat(none.isSure()).isFalse();
        assertThat(none.title()).isEqualTo(none.inSentence()).isEqualTo("concept 5");
        assertThat(none.called()).isEmpty();
    }
}
