package org.eddp.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eddp.directions.LossOptions;
import org.eddp.directions.Manipulation;
import org.eddp.directions.Term;
import org.eddp.failure.InvalidInput;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.learning.Preset.NetworkPreset;
import org.eddp.network.OutputKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class OptionsTest {
    private static final Map<Term, Double> SPARSE = Map.of(Term.SPARSITY, 1.0);

    static Stream<Arguments> wrong() {
        LearnOptions good = ShortRun.options(3, 1);
        return Stream.of(
                bad("epochs = -1", () -> new LearnOptions.Schedule(-1, 0.1, 0, 0, 1, 1)),
                bad("learning rate = -0.1", () -> new LearnOptions.Schedule(1, -0.1, 0, 0, 1, 1)),
                bad("learning rate = NaN", () -> new LearnOptions.Schedule(1, Double.NaN, 0, 0, 1, 1)),
                bad("batch = -5", () -> new LearnOptions.Schedule(1, 0.1, -5, 0, 1, 1)),
                bad("multiplier interval = 0", () -> new LearnOptions.Schedule(1, 0.1, 0, 0, 0, 1)),
                bad("penalty = 0", () -> new LearnOptions.Schedule(1, 0.1, 0, 0, 1, 0)),
                bad("minimumShare = 0", () -> LossOptions.of(0, 0.5)),
                bad("maximumShare = 1.0", () -> LossOptions.of(0.1, 1)),
                bad("reductionExponent = 0.5", () -> LossOptions.of(0.1, 0.5).withReductionExponent(0.5)),
                bad("strength 0.5 .. 0.1", () -> new Manipulation(Manipulation.Kind.CONSTRAINED, 0.5, 0.1)),
                bad(
                        "target of ma = -1",
                        () -> new LearnOptions.Objective(SPARSE, Map.of(Term.MAXIMUM_ACTIVATION, -1.0), null)),
                bad("weight of s = -2", () -> new LearnOptions.Objective(Map.of(Term.SPARSITY, -2.0), Map.of(), null)),
                bad("both minimised and constrained", () -> new LearnOptions.Objective(SPARSE, SPARSE, null)),
                bad(
                        "ur needs a manipulation",
                        () -> new LearnOptions.Objective(Map.of(Term.UNCERTAINTY, 1.0), Map.of(), null)),
                bad("give it a weight", () -> new LearnOptions.Objective(SPARSE, Map.of(Term.UNCERTAINTY, 1.0), null)),
                bad(
                        "step (b) has no signal vectors",
                        () -> good.refine().withObjective(good.joint().objective())),
                bad(
                        "use unconstrained",
                        () -> good.refine()
                                .withObjective(good.joint().objective().without(Term.FILTER_SIGNAL_ORTHOGONALITY))),
                bad("moment decay = 1.0", () -> good.joint().withMomentDecay(1)),
                bad("restarts = 0", () -> good.start().withRestarts(0)),
                bad("no preset is called 'resnet'", () -> Preset.named("resnet")),
                bad("only 1000", () -> NetworkPreset.VGG16_IMAGENET.options(384, Variant.U, 1000, 1)),
                bad("concepts = 0", () -> good.withConcepts(0)));
    }

    private static Arguments bad(String message, ThrowingCallable action) {
        return Arguments.of(message, action);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrong")
    void wrongValuesAreNamed(String message, ThrowingCallable action) {
        assertThatThrownBy(action).isInstanceOf(InvalidInput.class).hasMessageContaining(message);
    }

    @Test
    void withoutRemovesATermWhereverItIs() {
        LearnOptions.Objective objective = ShortRun.options(3, 1).joint().objective();
        assertThat(objective.without(Term.FILTER_SIGNAL_ORTHOGONALITY).targets())
                .doesNotContainKey(Term.FILTER_SIGNAL_ORTHOGONALITY)
                .containsKey(Term.MAXIMUM_MARGIN);
        assertThat(objective.without(Term.UNCERTAINTY).usesHead()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(NetworkPreset.class)
    void everyPresetIsValidForAllItsSizesAndVariants(NetworkPreset preset) {
        assertThat(Preset.named(preset.label())).isSameAs(preset);
        for (int concepts : preset.concepts()) {
            LearnOptions u = preset.options(concepts, Variant.U, 3_000_000, 1);
            LearnOptions c = preset.options(concepts, Variant.C, 3_000_000, 1);
            assertThat(u.joint().objective().targets()).doesNotContainKey(Term.FILTER_SIGNAL_ORTHOGONALITY);
            assertThat(c.joint().objective().targets()).containsEntry(Term.FILTER_SIGNAL_ORTHOGONALITY, 0.01);
            assertThat(c.joint().objective().manipulation().kind()).isEqualTo(Manipulation.Kind.CONSTRAINED);
        }
    }

    @Test
    void thePapersNumbersForResNet18() {
        LearnOptions o = NetworkPreset.RESNET18_PLACES365.options(448, Variant.C, 3_000_000, 1);
        assertThat(o.start().schedule().epochs()).isEqualTo(500);
        assertThat(o.refine().schedule().learningRate()).isEqualTo(0.00025);
        assertThat(o.joint().schedule().epochs()).isEqualTo(1250);
        assertThat(o.losses().minimumShare()).isCloseTo(400 / 3e6, within(1e-12));
        assertThat(o.losses().maximumShare()).isCloseTo(50_000 / 3e6, within(1e-12));
        assertThat(o.joint().objective().targets()).containsEntry(Term.MAXIMUM_MARGIN, 5.0);
        assertThat(NetworkPreset.INCEPTION_V3_IMAGENET
                        .options(1792, Variant.U, 3_000_000, 1)
                        .start()
                        .schedule()
                        .learningRate())
                .isEqualTo(0.01);
    }

    @Test
    void oneBitOfLabelsPullsAsMuchAsTenOfClasses() {
        LearnOptions classes = NetworkPreset.RESNET18_PLACES365.options(448, Variant.C, 3_000_000, 1);
        assertThat(classes.forOutputs(OutputKind.CLASSES)).isSameAs(classes);
        LearnOptions labels = classes.forOutputs(OutputKind.LABELS);
        assertThat(labels.start().objective().weights()).containsEntry(Term.UNCERTAINTY, 2.5);
        assertThat(labels.refine().objective().weights()).containsEntry(Term.UNCERTAINTY, 2.5);
        assertThat(labels.joint().objective().weights())
                .containsEntry(Term.UNCERTAINTY, 2.5)
                .containsEntry(Term.FOCAL_SPARSITY, 2.6);
        assertThat(labels.joint().objective().targets())
                .isEqualTo(classes.joint().objective().targets());
        assertThat(labels.losses()).isEqualTo(classes.losses());
    }
}
