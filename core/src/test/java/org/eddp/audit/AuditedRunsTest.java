package org.eddp.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.eddp.directions.Directions;
import org.eddp.explain.Explainer;
import org.eddp.explain.Explanation;
import org.eddp.features.FeatureSet;
import org.eddp.features.Head;
import org.eddp.intervene.ConceptStatistics;
import org.eddp.intervene.Correction;
import org.eddp.intervene.Correction.RefittedCorrection;
import org.eddp.math.Median;
import org.eddp.monitor.Monitor;
import org.eddp.network.Prediction;
import org.eddp.network.onnx.file.Model;
import org.eddp.run.Run;
import org.eddp.run.StoredStatistics;
import org.eddp.study.AuditStudy;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the audit of a run says equals what the layers of the network file above the features do with changed features. */
class AuditedRunsTest {
    @TempDir
    private Path folder;

    static Stream<Model> networks() {
        return Stream.of(
                TinyNetworks.network(false, TinyRun.SIZE, 2),
                TinyNetworks.network(false, TinyRun.SIZE, 5, 20),
                TinyNetworks.network(true, TinyRun.SIZE, 2));
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("networks")
    void everyPairEqualsChangedFeaturesThroughTheNetwork(Model model) throws IOException {
        Path place = TinyRun.make(folder, "net", model);
        raiseThresholds(place);
        try (Run run = Run.open(place);
                Scope scope = Scope.open()) {
            Audit audit = AuditStudy.measure(run, AuditStudy.Options.DEFAULT, Monitor.NONE);
            assertThat(audit.ranking()).hasSize(audit.pairs()).isNotEmpty();
            Network network = new Network(run);
            audit.ranking().forEach(network::compare);
            assertThat(audit.ranking())
                    .anyMatch(pair -> Math.abs(pair.removal().marginLost()) > 0.01)
                    .anyMatch(pair -> Math.abs(pair.reliance().contribution()) > 0.01);
            boolean several = audit.ranking().stream()
                            .map(pair -> pair.label().number())
                            .distinct()
                            .count()
                    > 1; // otherwise there is nothing to plant a concept into
            assertThat(audit.ranking())
                    .anySatisfy(pair -> assertThat(
                                    several ? Math.abs(pair.planting().gapClosed()) : 1)
                            .isGreaterThan(0.01));
        }
    }

    /** Lets every detector fire in half of the pictures, so that there are pictures without each concept. */
    private static void raiseThresholds(Path place) throws IOException {
        Path file = place.resolve("directions.safetensors");
        Directions raised;
        try (Run run = Run.open(place);
                Scope scope = Scope.open()) {
            Directions own = run.directions();
            FeatureSet set = run.features();
            double[][] strongest = new double[own.concepts()][set.images()];
            for (int n = 0; n < set.images(); n++) {
                double[] scores = own.detectors()
                        .scores(set.select(new int[] {n}).rows(0, 1))
                        .toDoubles();
                for (int k = 0; k < scores.length; k++) {
                    int i = k % own.concepts();
                    strongest[i][n] = k < own.concepts() ? scores[k] : Math.max(strongest[i][n], scores[k]);
                }
            }
            double[] thresholds = own.thresholds().clone();
            for (int i = 0; i < thresholds.length; i++) {
                thresholds[i] += Median.of(strongest[i]);
            }
            raised = new Directions(own.filters(), thresholds, own.signals(), own.mean());
        }
        raised.write(file);
        TinyRun.giveDirections(place, file);
    }

    /** The network above the layer, asked for one picture at a time. */
    private static final class Network {
        private final FeatureSet set;
        private final Run run;
        private final Head head;
        private final ConceptSurvey survey;
        private final ConceptStatistics statistics;
        private final Explainer explainer;
        private final List<Prediction> before;

        Network(Run run) {
            this.run = run;
            set = run.features();
            head = run.network().head(set);
            survey = ConceptSurvey.of(set, run.directions().detectors(), run.workers(), Monitor.NONE);
            statistics = StoredStatistics.of(run, false, Monitor.NONE);
            explainer = new Explainer(
                    run.directions(), set.grid(), run.provenance().activation(), head, statistics.absence());
            before = predictions(rows -> rows);
        }

        private Tensor rows(int picture) {
            return set.select(new int[] {picture}).rows(0, 1).copy();
        }

        private List<Prediction> predictions(UnaryOperator<Tensor> change) {
            List<Prediction> all = new ArrayList<>();
            for (int n = 0; n < set.images(); n++) {
                all.add(head.predictions(change.apply(rows(n)))[0]);
            }
            return all;
        }

        void compare(AuditedPair pair) {
            int concept = pair.concept().number();
            int label = pair.label().number();
            Correction removal = RefittedCorrection.refitted(
                    set, run.directions(), new int[] {concept}, run.provenance().activation(), run.workers());
            Planting planting = Planting.of(
                    run.directions(),
                    concept,
                    statistics,
                    survey.firing(concept),
                    survey.area(concept),
                    set.grid(),
                    run.provenance().activation());
            List<Prediction> removed = predictions(removal::apply);
            List<Prediction> planted = predictions(planting::apply);
            int left = 0;
            int joined = 0;
            double margin = 0;
            double marginAfter = 0;
            double gap = 0;
            double gapAfter = 0;
            double contribution = 0;
            int present = 0;
            for (int n = 0; n < before.size(); n++) {
                if (before.get(n).has(label)) {
                    left += removed.get(n).has(label) ? 0 : 1;
                    margin += margin(before.get(n), label);
                    marginAfter += margin(removed.get(n), label);
                    Explanation explanation = explainer.explain(rows(n), null, null);
                    boolean has = explanation.concepts().get(concept).present() > 0;
                    present += has ? 1 : 0;
                    contribution += has ? explanation.concepts().get(concept).contribution() : 0;
                } else if (!survey.present(concept).get(n)) {
                    joined += planted.get(n).has(label) ? 1 : 0;
                    gap += margin(before.get(n), label);
                    gapAfter += margin(planted.get(n), label);
                }
            }
            assertThat(pair.removal().left()).isEqualTo(left);
            assertThat(pair.removal().marginLost()).isCloseTo(1 - marginAfter / margin, within(1e-3));
            assertThat(pair.planting().turned()).isEqualTo(joined);
            assertThat(pair.planting().gapClosed()).isCloseTo(gap == 0 ? 0 : 1 - gapAfter / gap, within(1e-3));
            assertThat(pair.reliance().present()).isEqualTo(present);
            assertThat(pair.reliance().contribution())
                    .isCloseTo(present == 0 ? 0 : contribution / present, within(1e-3));
        }

        private static double margin(Prediction prediction, int label) {
            double next = Double.NEGATIVE_INFINITY;
            for (int k = 0; k < prediction.logits().length; k++) {
                next = k == label ? next : Math.max(next, prediction.logits()[k]);
            }
            return prediction.logits()[label] - next;
        }
    }
}
