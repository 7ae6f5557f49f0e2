package org.eddp.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eddp.directions.Directions;
import org.eddp.failure.Failure;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.features.Head;
import org.eddp.files.FolderLock;
import org.eddp.health.Health;
import org.eddp.health.Health.Constraint;
import org.eddp.health.SelfTest;
import org.eddp.learning.LearnOptions;
import org.eddp.learning.LearningResult.LossCurve;
import org.eddp.monitor.Monitor;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFile;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Workers;

/** Measures the health of a run. */
public final class HealthStudy {
    private static final String WITHOUT_UNCERTAINTY = "the run was learned without the network";

    private HealthStudy() {}

    /**
     * Options of the study.
     *
     * @param against another run of the same features, for example with another seed; null for none
     * @param tester runs the self-test; null for none
     */
    public record Options(Path against, SelfTester tester) {
        /** The run alone. */
        public static final Options DEFAULT = new Options(null, null);

        /** The same with {@code against} changed. */
        public Options withAgainst(Path changed) {
            return new Options(changed, tester);
        }

        /** The same with {@code tester} changed. */
        public Options withTester(SelfTester changed) {
            return new Options(against, changed);
        }
    }

    /** Runs the self-test: changes pictures of a run, and compares explanations with the response of the network. */
    @FunctionalInterface
    public interface SelfTester {
        /** Tests the explanations of a run. */
        SelfTest test(Run run, Monitor monitor);
    }

    /** Measures a run and writes its health into it. */
    public static Health run(Run run, Options options, Monitor monitor) {
        try (FolderLock lock = run.writing();
                Scope scope = Scope.open()) {
            FeatureSet set = run.features();
            FeatureSource source = Learning.ofClasses(set, set, classes(run));
            Head head = null;
            String without = null;
            try {
                head = head(run, set);
            } catch (Failure e) {
                without = e.getMessage();
            }
            Directions other = options.against() == null ? null : directions(run, options.against());
            String name = options.against() == null
                    ? null
                    : String.valueOf(options.against().getFileName());
            SelfTest selfTest =
                    options.tester() == null ? null : options.tester().test(run, monitor);
            return examine(
                    new Input(
                            run,
                            source,
                            head,
                            without,
                            other,
                            name,
                            selfTest,
                            run.options().command(),
                            run.workers()),
                    monitor);
        }
    }

    /**
     * The same for a run that was just learned.
     *
     * @param head of its network; null if it was learned without
     */
    static Health ofLearned(
            Run run, FeatureSource source, Head head, String command, Workers workers, Monitor monitor) {
        return examine(new Input(run, source, head, WITHOUT_UNCERTAINTY, null, null, null, command, workers), monitor);
    }

    /**
     * The subject of the examination.
     *
     * @param source of the features it was learned from
     * @param head of its network; null if missing
     * @param withoutHead why there is none
     * @param other directions to compare with, or null
     * @param otherName name of the other run
     * @param selfTest result of the self-test, or null
     * @param command that made it
     */
    private record Input(
            Run run,
            FeatureSource source,
            Head head,
            String withoutHead,
            Directions other,
            String otherName,
            SelfTest selfTest,
            String command,
            Workers workers) {}

    private static Health examine(Input input, Monitor monitor) {
        Run run = input.run();
        LearnOptions learned = run.file() instanceof RunFile.LearnedRun file ? file.options() : null;
        Health.Subject subject = new Health.Subject(
                run.directions(),
                input.source(),
                run.provenance().activation(),
                learned == null || learned.joint().subsampling(),
                learned == null ? null : learned.losses(),
                learned == null ? null : learned.joint().rounds(),
                constraints(run.file()),
                ExplanationStudy.point(ExplanationStudy.Undecided.LEARNED, run),
                input.head(),
                input.withoutHead(),
                input.other(),
                input.otherName(),
                input.selfTest());
        try (Monitor.Stage stage = monitor.stage("health", 1000)) {
            Health health = Health.of(subject, input.command(), run.digest(), input.workers(), stage);
            run.write(Results.HEALTH, health, input.command());
            return health;
        }
    }

    /** The final losses of the last step. */
    private static List<Constraint> constraints(RunFile file) {
        List<Constraint> constraints = new ArrayList<>();
        if (file instanceof RunFile.LearnedRun learned) {
            Optional<String> last =
                    learned.history().stream().map(LossCurve::stage).max(String::compareTo);
            for (LossCurve curve : learned.history()) {
                if (curve.target() != null && curve.stage().equals(last.orElseThrow())) {
                    constraints.add(new Constraint(curve.term(), curve.ending(), curve.target()));
                }
            }
        }
        return constraints;
    }

    private static Head head(Run run, FeatureSet set) {
        return set.readout()
                .map(readout -> Head.of(readout, set.grid()))
                .orElseGet(() -> run.network().head(set));
    }

    /** The classes whose images the run was learned from, or null. */
    private static List<Integer> classes(Run run) {
        return run.file().data().get("classes") instanceof List<?> classes
                ? classes.stream().map(c -> ((Number) c).intValue()).toList()
                : null;
    }

    private static Directions directions(Run run, Path folder) {
        try (Run other = Run.open(folder)) {
            if (!other.provenance().layer().equals(run.provenance().layer())
                    || !other.provenance()
                            .networkSha256()
                            .equals(run.provenance().networkSha256())) {
                throw new InvalidInput("the runs " + run.folder() + " and " + folder
                        + " are of different layers or networks; compare runs of the same features");
            }
            return other.directions();
        }
    }
}
