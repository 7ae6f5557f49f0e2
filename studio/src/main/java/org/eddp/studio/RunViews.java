package org.eddp.studio;

import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.eddp.failure.Failure;
import org.eddp.health.Health;
import org.eddp.labels.ConceptNames;
import org.eddp.metrics.Atlas;
import org.eddp.metrics.ExampleImages;
import org.eddp.metrics.Metrics;
import org.eddp.run.Result;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.RunFile;
import org.eddp.study.AuditDecisions;

/** The data of the pages of runs. */
final class RunViews {
    private static final Set<Health.Part> NEEDED =
            EnumSet.of(Health.Part.DETECTORS, Health.Part.DIFFERENCES, Health.Part.EXPLANATIONS, Health.Part.SELF_TEST);

    private RunViews() {}

    /**
     * A run in the list of all.
     *
     * @param method that gave its directions
     * @param named concepts with a name
     * @param images of its feature set; null if missing
     *
     * @param made day on which its directions were written
     * @param health in a word: good, fair or poor; null if it was not examined
     * @param verdict of its health; null if it was not examined
     * @param suspects of its audit that are not dismissed; null if it was not audited
     * @param examples crops of its first concepts
     * @param pictures progress of the search for them; null if it waits or is impossible
     *
     * @param commands that print the same
     * @param problems parts that cannot be shown, and why
     */
    record Card(
            String id,
            String name,
            String network,
            String layer,
            String method,
            Integer concepts,
            Integer width,
            Double coverage,
            Double redundancy,
            Integer named,
            Integer images,
            String made,
            String health,
            String verdict,
            Integer suspects,
            List<Example> examples,
            Gallery.Progress pictures,
            List<ShownCommand> commands,
            List<String> problems) {}

    /** An image that shows a concept. */
    record Example(int concept, String title, int image) {}

    /**
     * A run.
     *
     * @param missing missing results
     *
     * @param images of its feature set; null if missing
     */
    record Page(Card card, List<Health.Check> checks, List<String> missing, List<String> remarks, Integer images) {}

    static Card card(OpenRun open, CommandLines phrases) {
        List<String> problems = new ArrayList<>();
        OpenRun.Search search = open.atlasInTurn();
        try {
            return open.ask(run -> card(open, run, search, phrases, problems));
        } catch (RuntimeException e) {
            problems.add(Failure.of(e).orElseThrow(() -> e).getMessage());
            return new Card(
                    open.id(),
                    open.folder().getFileName().toString(),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    List.of(),
                    null,
                    List.of(),
                    problems);
        }
    }

    private static Card card(
            OpenRun open, Run run, OpenRun.Search search, CommandLines phrases, List<String> problems) {
        Atlas atlas = search == null ? null : search.atlas();
        Health health = attempt(() -> run.read(Results.HEALTH).orElse(null), problems);
        Metrics metrics = attempt(() -> run.read(Results.METRICS).orElse(null), problems);
        return new Card(
                open.id(),
                open.name(),
                attempt(() -> run.provenance().network(), problems),
                attempt(() -> run.provenance().layer(), problems),
                attempt(() -> method(run.file()), problems),
                attempt(() -> run.directions().concepts(), problems),
                attempt(() -> run.directions().detectors().width(), problems),
                health != null ? (Double) health.coverage() : metrics == null ? null : metrics.coverage(),
                health != null ? (Double) health.redundancy() : metrics == null ? null : metrics.redundancy(),
                attempt(
                        () -> (int) run.conceptNames().all().stream()
                                .filter(name -> name.name() != null)
                                .count(),
                        problems),
                attempt(() -> run.features().images(), new ArrayList<>()),
                made(run),
                health == null ? null : word(health),
                health == null ? null : health.verdict(),
                attempt(() -> suspects(open, run), problems),
                atlas == null ? List.of() : examples(open, run, atlas),
                search == null ? null : Gallery.Progress.of(search, atlas),
                ShownCommand.run(open, health != null, metrics != null, phrases),
                problems);
    }

    private static Integer suspects(OpenRun open, Run run) {
        return open.audit()
                .audit(run)
                .map(audit -> AuditDecisions.of(run).open(audit).size())
                .orElse(null);
    }

    /** One crop of each of the first concepts in the order of pages. */
    private static List<Example> examples(OpenRun open, Run run, Atlas atlas) {
        Gallery.Facts facts = new Gallery.Facts(open, run, atlas, new ArrayList<>());
        return facts.order().stream()
                .filter(i -> !facts.examples(i).isEmpty())
                .limit(ExampleImages.SHOWN)
                .map(i -> new Example(
                        i, facts.names().of(i).title(), facts.examples(i).get(0)))
                .toList();
    }

    private static String made(Run run) {
        try {
            return LocalDate.ofInstant(
                            Files.getLastModifiedTime(run.path(Results.DIRECTIONS))
                                    .toInstant(),
                            ZoneId.systemDefault())
                    .toString();
        } catch (IOException e) {
            return null; // the code that reads the directions reports why it cannot
        }
    }

    /** Poor if something is poor that all use of a run needs; fair if there are reservations, as in the verdict. */
    private static String word(Health health) {
        if (health.checks().stream().anyMatch(c -> c.status() == Health.Status.POOR && NEEDED.contains(c.part()))) {
            return "poor";
        }
        boolean reserved = health.checks().stream()
                .anyMatch(c -> c.status() == Health.Status.POOR || c.status() == Health.Status.FAIR);
        return reserved ? "fair" : "good";
    }

    private static String method(RunFile file) {
        if (file instanceof RunFile.BaselineRun baseline) {
            return baseline.method();
        }
        return file instanceof RunFile.ImportedRun ? "imported" : "eddp";
    }

    static Page page(OpenRun open, CommandLines phrases) {
        Card card = card(open, phrases);
        return open.ask(run -> {
            List<String> problems = new ArrayList<>(card.problems());
            List<Health.Check> checks =
                    attempt(() -> run.read(Results.HEALTH).map(Health::checks).orElse(List.of()), problems);
            Integer images = attempt(() -> run.features().images(), problems);
            for (Result<?> result : List.of(Results.LABELS, Results.METRICS, Results.SCORES, Results.HEALTH)) {
                if (Boolean.TRUE.equals(attempt(() -> run.isStale(result), problems))) {
                    problems.add(result + " is about other directions, from before the run was learned again");
                }
            }
            List<String> remarks = new ArrayList<>(open.remarks());
            remarks.addAll(problems.stream().distinct().toList());
            return new Page(card, checks == null ? List.of() : checks, missing(run), remarks, images);
        });
    }

    private static List<String> missing(Run run) {
        return List.of(Results.HEALTH, Results.LABELS, Results.METRICS, Results.SCORES).stream()
                .filter(result -> !Files.exists(run.path(result)))
                .map(Result::name)
                .toList();
    }

    /** The names of concepts; numbers if they cannot be read. */
    static ConceptNames names(Run run, List<String> problems) {
        ConceptNames names = attempt(run::conceptNames, problems);
        return names == null ? new ConceptNames(run.directions().concepts(), null) : names;
    }

    /** A value, or null with a problem. */
    static <T> T attempt(Supplier<T> question, List<String> problems) {
        try {
            return question.get();
        } catch (RuntimeException e) {
            problems.add(Failure.of(e).orElseThrow(() -> e).getMessage());
            return null;
        }
    }
}
