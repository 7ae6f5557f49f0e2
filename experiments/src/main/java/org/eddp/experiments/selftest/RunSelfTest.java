package org.eddp.experiments.selftest;

import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.eddp.experiments.marks.Mark;
import org.eddp.experiments.marks.MarkKind;
import org.eddp.experiments.marks.PictureFeatures;
import org.eddp.explain.Explanation;
import org.eddp.explain.Explanation.Contribution;
import org.eddp.features.Grid;
import org.eddp.health.SelfTest;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.input.Preprocessing.CropBox;
import org.eddp.math.Seeds;
import org.eddp.monitor.Monitor;
import org.eddp.network.Prediction;
import org.eddp.run.Run;
import org.eddp.run.RunNetwork;
import org.eddp.run.RunPictures;
import org.eddp.study.HealthStudy;

/**
 * Tests the explanations of a run on its own pictures; see the documentation of this package.
 *
 * @param images pictures that are changed, at most
 * @param seed of the choice of pictures and of the marks
 */
public record RunSelfTest(int images, long seed) implements HealthStudy.SelfTester {
    /** Enough for shares to be known to about a tenth, and little work. */
    public static final RunSelfTest DEFAULT = new RunSelfTest(40, 1);

    /** Those that cover a part of the picture only. */
    private static final List<MarkKind> KINDS = List.of(MarkKind.CARD, MarkKind.LOGO, MarkKind.TEXTURE);

    /** Concepts of an explanation whose place is covered, at most. */
    private static final int STRONGEST = 3;

    /** Parts of the seed. */
    private static final int CHOICE = 0;

    private static final int RANDOM_DETECTORS = 1;
    private static final int DESIGN = 2;
    private static final int PLACE = 100;
    private static final int CONTROL = 200;

    @Override
    public SelfTest test(Run run, Monitor monitor) {
        run.network().layer(); // loads the network before threads ask for it
        RunPictures pictures = run.pictures();
        int[] chosen = Seeds.choose(pictures.count(), Math.min(images, pictures.count()), Seeds.random(seed, CHOICE));
        try (Monitor.Stage stage = monitor.stage("self-test", 1000)) {
            List<ExplainingConcepts> both = List.of(
                    ExplainingConcepts.ofRun(run, monitor),
                    ExplainingConcepts.random(run, Seeds.mix(seed, RANDOM_DETECTORS, 0), stage.part(0, 0.2)));
            List<PictureResults> findings = List.of(new PictureResults(), new PictureResults());
            Monitor part = stage.part(0.2, 1);
            int[] done = {0};
            run.workers()
                    .forEachAhead(
                            chosen.length,
                            n -> {
                                part.check("testing explanations");
                                return new Trial(run.network(), pictures.picture(chosen[n]), chosen[n]).of(both);
                            },
                            found -> {
                                for (int k = 0; k < found.size(); k++) {
                                    findings.get(k).add(found.get(k));
                                }
                                part.onProgress(++done[0], chosen.length);
                            });
            return new SelfTest(
                    chosen.length,
                    seed,
                    KINDS.stream().map(MarkKind::label).toList(),
                    findings.get(0).scores(),
                    findings.get(1).scores());
        }
    }

    /** One picture. */
    private final class Trial {
        private final RunNetwork network;
        private final Picture picture;
        private final int image;
        private final Preprocessing preprocessing;
        private final CropBox seen;
        private final Grid grid;
        private final RunNetwork.View clean;
        private final Prediction predicted;

        Trial(RunNetwork network, Picture picture, int image) {
            this.network = network;
            this.picture = picture;
            this.image = image;
            preprocessing = network.preprocessing();
            seen = preprocessing.box(picture.width(), picture.height());
            grid = network.layer().grid();
            clean = network.view(picture);
            predicted = prediction(clean);
        }

        List<PictureResults> of(List<ExplainingConcepts> all) {
            List<PictureResults> findings =
                    all.stream().map(concepts -> new PictureResults()).toList();
            for (MarkKind kind : KINDS) {
                Mark mark = kind.design(Seeds.random(seed, DESIGN + kind.ordinal(), image))
                        .place(
                                Seeds.random(seed, PLACE + kind.ordinal(), image),
                                (double) preprocessing.cropWidth() / preprocessing.cropHeight());
                RunNetwork.View marked = network.view(mark.on(picture, seen));
                for (int k = 0; k < all.size(); k++) {
                    mark(all.get(k), mark, marked, findings.get(k));
                }
            }
            for (int k = 0; k < all.size(); k++) {
                cover(all.get(k), findings.get(k));
            }
            return findings;
        }

        private void mark(ExplainingConcepts concepts, Mark mark, RunNetwork.View marked, PictureResults findings) {
            double[] before = predicted.logits();
            double[] after = prediction(marked).logits();
            int most = IntStream.range(0, before.length)
                    .boxed()
                    .max(Comparator.comparingDouble(k -> Math.abs(after[k] - before[k])))
                    .orElseThrow();
            findings.addMark(
                    change(concepts, marked, predicted.label()),
                    change(concepts, marked, most),
                    isNoticed(concepts, mark, marked));
        }

        /** The change of the logit of a class, and of the part that concepts account for. */
        private double[] change(ExplainingConcepts concepts, RunNetwork.View marked, int label) {
            Explanation before = concepts.explain(clean, label);
            Explanation after = concepts.explain(marked, label);
            return new double[] {after.logit() - before.logit(), after.explanationLogit() - before.explanationLogit()};
        }

        /** Whether a detector fires on the mark that did not fire there before. */
        private boolean isNoticed(ExplainingConcepts concepts, Mark mark, RunNetwork.View marked) {
            double[] shares = mark.coverage(grid);
            BitSet covered = new BitSet();
            for (int cell = 0; cell < shares.length; cell++) {
                covered.set(cell, shares[cell] >= PictureFeatures.LEAST_COVERAGE);
            }
            BitSet[] before = concepts.firing(clean);
            BitSet[] after = concepts.firing(marked);
            return IntStream.range(0, before.length)
                    .anyMatch(i -> after[i].intersects(covered) && !before[i].intersects(covered));
        }

        private void cover(ExplainingConcepts concepts, PictureResults findings) {
            Explanation explanation = concepts.explain(clean, predicted.label());
            BitSet[] firing = concepts.firing(clean);
            List<BitSet> named = explanation.without().concepts().stream()
                    .map(i -> firing[i])
                    .toList();
            List<Contribution> strongest = explanation.without().concepts().stream()
                    .limit(STRONGEST)
                    .map(explanation.concepts()::get)
                    .toList();
            for (Contribution concept : strongest) {
                BitSet cells = firing[concept.concept()];
                ControlCells.of(grid, cells, named, Seeds.random(seed, CONTROL + concept.concept(), image))
                        .ifPresent(control -> findings.addCovered(fall(cells), concept.contribution(), fall(control)));
            }
        }

        /** The fall of the logit of the predicted class when cells are covered. */
        private double fall(BitSet cells) {
            Picture covered = CoveredCells.of(picture, seen, grid, cells).on(picture, seen);
            return predicted.logits()[predicted.label()]
                    - prediction(network.view(covered)).logits()[predicted.label()];
        }

        private Prediction prediction(RunNetwork.View view) {
            return view.head().predictions(view.rows())[0];
        }
    }
}
