package org.eddp.studio;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.NotFoundResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditNotes;
import org.eddp.audit.AuditedPair;
import org.eddp.audit.FirstFindings;
import org.eddp.audit.RepairEstimate;
import org.eddp.audit.Suspect;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Json;
import org.eddp.labels.ConceptNames;
import org.eddp.names.Named;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.AuditDecisions;
import org.eddp.study.AuditStudy;
import org.eddp.study.repair.RepairStudy;
import org.eddp.study.view.ImageLabels;

/** The audit of a run: its suspects, what was decided about them, and the work that makes it. */
final class AuditViews {
    private AuditViews() {}

    /** A concept of a suspect, as it is called now. */
    record Concept(int number, String title) {}

    /**
     * A suspect.
     *
     * @param facts how often it is there and what removal does, in a sentence
     * @param sentence everything that was measured, in words
     * @param planting null if no picture is fit for it
     * @param verify the command that repairs the network and compares it with the original
     * @param note null if nothing was decided
     */
    record Shown(
            List<Concept> concepts,
            Named label,
            double score,
            String facts,
            String sentence,
            List<String> checks,
            List<Suspect.Example> examples,
            AuditedPair pair,
            AuditedPair.Removal together,
            RepairEstimate repair,
            AuditTable.Planting planting,
            String verify,
            AuditNotes.Note note) {}

    /**
     * The audit.
     *
     * @param made whether there is one of the current directions
     * @param stale whether there is one of other directions
     * @param sentence the result; null if there is none
     * @param basis the pictures and labels it is based on; null if there is none
     * @param line score above which a pair is a suspect; null if there is none
     * @param first suspects that are shown at first
     * @param suspects strongest first, those that were dismissed last
     * @param command that made it; if there is none, one that makes it
     */
    record Page(
            boolean made,
            boolean stale,
            String sentence,
            String basis,
            Double line,
            String outputs,
            int first,
            List<Shown> suspects,
            String command,
            List<String> problems)
            implements Jobs.Outcome {
        @Override
        public Object shown() {
            return this;
        }
    }

    static Page page(OpenRun open, CommandLines phrases) {
        return open.ask(run -> {
            List<String> problems = new ArrayList<>();
            Audit audit = RunViews.attempt(() -> open.audit().audit(run).orElse(null), problems);
            Boolean stale = RunViews.attempt(() -> run.isStale(Results.AUDIT), problems);
            List<Shown> suspects = audit == null ? List.of() : suspects(open, run, audit, phrases, problems);
            return new Page(
                    audit != null,
                    audit == null && Boolean.TRUE.equals(stale),
                    audit == null ? null : audit.isClean() ? audit.sentence() : summary(suspects),
                    audit == null ? null : basis(audit),
                    audit == null ? null : (Double) audit.line(),
                    run.provenance().outputs().noun(),
                    FirstFindings.SHOWN,
                    suspects,
                    command(open, run, audit, phrases),
                    problems);
        });
    }

    private static String summary(List<Shown> suspects) {
        long dismissed = suspects.stream().filter(AuditViews::isDismissed).count();
        long left = suspects.size() - dismissed;
        String others = dismissed == 0 ? "" : ", " + dismissed + " dismissed";
        return left == 0
                ? "Nothing is open: " + (dismissed == 1 ? "the only suspect was" : "all suspects were") + " dismissed."
                : left == 1 ? "One suspect" + others + "." : left + " suspects" + others + ".";
    }

    private static boolean isDismissed(Shown suspect) {
        return suspect.note() != null && suspect.note().verdict() == AuditNotes.Verdict.DISMISSED;
    }

    private static String basis(Audit audit) {
        return String.format(
                Locale.ROOT,
                "%,d pairs of a concept and a %s, measured on %s%,d pictures%s.",
                audit.pairs(),
                audit.outputs().noun(),
                audit.examined() < audit.pictures() ? "a sample of " : "",
                audit.examined(),
                audit.labels() == null ? ", without labels" : "; labels: " + audit.labels());
    }

    private static List<Shown> suspects(
            OpenRun open, Run run, Audit audit, CommandLines phrases, List<String> problems) {
        AuditNotes notes = RunViews.attempt(() -> AuditDecisions.of(run), problems);
        ConceptNames names = RunViews.names(run, problems);
        Map<String, Path> labelled = RunViews.attempt(() -> RepairStudy.labelled(run), new ArrayList<>());
        Path evaluate = labelled == null || labelled.isEmpty()
                ? null
                : List.copyOf(labelled.values()).get(labelled.size() - 1);
        List<AuditTable.Planting> plantings =
                RunViews.attempt(() -> open.audit().plantings(run), problems);
        List<Shown> all = new ArrayList<>();
        List<Shown> dismissed = new ArrayList<>();
        for (int k = 0; k < audit.suspects().size(); k++) {
            Suspect suspect = audit.suspects().get(k);
            List<Integer> concepts =
                    suspect.concepts().stream().map(Named::number).toList();
            Shown shown = new Shown(
                    concepts.stream()
                            .map(number -> new Concept(number, names.of(number).title()))
                            .toList(),
                    suspect.label(),
                    suspect.score(),
                    FirstFindings.facts(suspect, audit.outputs()),
                    suspect.sentence(),
                    suspect.checks(),
                    suspect.examples(),
                    suspect.pair(),
                    suspect.together(),
                    suspect.repair(),
                    plantings == null ? null : plantings.get(k),
                    verify(open, run, concepts, evaluate, phrases),
                    notes == null ? null : notes.of(suspect).orElse(null));
            (isDismissed(shown) ? dismissed : all).add(shown);
        }
        all.addAll(dismissed);
        return all;
    }

    private static String verify(OpenRun open, Run run, List<Integer> concepts, Path evaluate, CommandLines phrases) {
        List<String> numbers = concepts.stream().map(String::valueOf).toList();
        String file = RunViews.attempt(() -> RepairViews.file(run, numbers), new ArrayList<>());
        return file == null
                ? null
                : phrases.correct(
                        open.folder(),
                        RepairStudy.Options.of(numbers, Path.of(file))
                                .withMerge(numbers.size() > 1)
                                .withEvaluate(evaluate)
                                .withControls(true));
    }

    /** Starts an audit. It is written into the run if that is allowed, else kept until the studio ends. */
    static Jobs.Job start(OpenRun open, Jobs jobs, CommandLines phrases) {
        return jobs.start(monitor -> {
            String labels = open.ask(run -> labels(open, run));
            AuditStudy.Options options = AuditStudy.Options.DEFAULT.withLabels(labels);
            open.alone(monitor, phrases.request(arguments(open.folder(), labels)), run -> {
                Audit audit = AuditStudy.measure(run, options, monitor);
                if (open.keeps()) {
                    WhenFree.write(() -> {
                        run.write(Results.AUDIT, audit, audit.command());
                        return null;
                    });
                } else {
                    open.audit().put(audit);
                }
                return null;
            });
            return page(open, phrases);
        });
    }

    /** The line that made the audit, as it was typed: labels of a table are known by its file only. */
    private static String command(OpenRun open, Run run, Audit audit, CommandLines phrases) {
        if (audit == null) {
            String labels = RunViews.attempt(() -> labels(open, run), new ArrayList<>());
            return phrases.command(arguments(open.folder(), labels));
        }
        Circumstances.Typed typed = RunViews.attempt(
                () -> Circumstances.read(run.folder()).commands().get(audit.command()), new ArrayList<>());
        if (typed != null) {
            return typed.line();
        }
        return ImageLabels.TABLE.equals(audit.labels())
                ? audit.command()
                : phrases.command(arguments(open.folder(), audit.labels()));
    }

    private static List<String> arguments(Path run, String labels) {
        List<String> arguments = new ArrayList<>(List.of("audit", "--run", run.toString()));
        if (labels != null) {
            arguments.addAll(List.of("--labels", labels));
        }
        return arguments;
    }

    /** The source of labels that the views of the run use; null if there is none, or if it was a file of the browser. */
    private static String labels(OpenRun open, Run run) {
        String source = open.table()
                .known()
                .map(known -> known.labels().source())
                .orElseGet(() -> run.provenance().outputs().decides()
                        ? ImageLabels.usual(run).source()
                        : ImageLabels.NOTHING);
        return source.equals(ImageLabels.NOTHING) || source.equals(ImageLabels.TABLE) ? null : source;
    }

    /**
     * A decision about a suspect.
     *
     * @param verdict null to forget an earlier one
     */
    record DecisionRequest(
            List<Integer> concepts,
            int label,
            @Json.MayBeNull AuditNotes.Verdict verdict,
            @Json.MayBeNull String text) {}

    static Page decide(OpenRun open, DecisionRequest request, CommandLines phrases) {
        open.ask(run -> {
            Audit audit = open.audit()
                    .audit(run)
                    .orElseThrow(() -> new NotFoundResponse("this run was not audited yet; audit it first"));
            try {
                return WhenFree.write(() -> AuditDecisions.decide(
                        run, audit, request.concepts(), request.label(), request.verdict(), request.text()));
            } catch (InvalidInput e) {
                throw new BadRequestResponse(e.getMessage());
            }
        });
        return page(open, phrases);
    }
}
