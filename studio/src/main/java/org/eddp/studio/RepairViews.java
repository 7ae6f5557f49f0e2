package org.eddp.studio;

import io.javalin.http.BadRequestResponse;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.files.FileNames;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.intervene.CorrectionResults;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.load.Networks;
import org.eddp.run.Run;
import org.eddp.study.repair.ChangedImages;
import org.eddp.study.repair.RepairStudy;

/** A network without some of its concepts: its accuracy, and its file. */
final class RepairViews {
    private static final int MOST_CONCEPTS = 32;
    private static final long SEED = 1;

    private RepairViews() {}

    /**
     * The choices.
     *
     * @param labelled names of folders of labelled images
     * @param problems unavailable choices, and why
     */
    record Page(List<ConceptName> concepts, List<String> titles, List<String> labelled, List<String> problems) {}

    static Page page(OpenRun open) {
        return open.ask(run -> {
            List<String> problems = new ArrayList<>();
            List<ConceptName> names = RunViews.names(run, problems).all();
            Map<String, Path> labelled = RunViews.attempt(() -> RepairStudy.labelled(run), problems);
            return new Page(
                    names,
                    names.stream().map(ConceptName::title).toList(),
                    labelled == null ? List.of() : List.copyOf(labelled.keySet()),
                    problems);
        });
    }

    /**
     * The request.
     *
     * @param merge remove concepts as one
     * @param images name of a folder of labelled images; empty to compare predictions on the images of the run
     */
    record RepairRequest(List<Integer> concepts, boolean merge, String images) {}

    /** An image whose prediction changes; its position in the list is its number. */
    record Changed(String name, List<Named> label, List<Named> before, List<Named> after) {}

    /**
     * The answer about a repair.
     *
     * @param summary which predictions change; null if it was judged on labelled images
     */
    record Shown(
            CorrectionResults results,
            String summary,
            List<String> sentences,
            Integer fixed,
            Integer broken,
            Integer confused,
            List<Changed> changed,
            String file,
            long bytes,
            String command) {}

    /**
     * A repaired network.
     *
     * @param network its file, deleted with the job
     */
    record Repaired(Shown shown, Path network, List<Path> pictures, Preprocessing preprocessing)
            implements Jobs.Outcome {
        /** One of the images that changed. */
        Path picture(int number) {
            if (number < 0 || number >= pictures.size()) {
                throw new NotFoundResponse("there is no such picture");
            }
            return pictures.get(number);
        }
    }

    /** Starts a repair. */
    static Jobs.Job start(OpenRun open, Jobs jobs, RepairRequest request, Scratch scratch, CommandLines phrases) {
        if (request.concepts().isEmpty() || request.concepts().size() > MOST_CONCEPTS) {
            throw new BadRequestResponse("choose between 1 and " + MOST_CONCEPTS + " concepts");
        }
        Path images = request.images().isEmpty() ? null : folder(open, request.images());
        return jobs.start(monitor -> open.alone(monitor, run -> {
            List<String> concepts =
                    request.concepts().stream().map(String::valueOf).toList();
            Path place = ((Jobs.Job) monitor).folder(scratch).resolve(file(run, concepts));
            RepairStudy.Options options = RepairStudy.Options.of(concepts, place)
                    .withMerge(request.merge())
                    .withEvaluate(images)
                    .withControls(true)
                    .withSeed(SEED);
            return repaired(
                    open,
                    run,
                    options,
                    RepairStudy.preview(run, options, () -> open.values(monitor), monitor),
                    phrases);
        }));
    }

    /** Clients choose a folder from the given list. */
    private static Path folder(OpenRun open, String name) {
        Path place = open.ask(RepairStudy::labelled).get(name);
        if (place == null) {
            throw new NotFoundResponse("the run knows of no labelled images of this name");
        }
        return place;
    }

    /** A name for the corrected network, in the format of the original. */
    static String file(Run run, List<String> concepts) {
        return FileNames.of(FileNames.stem(run.provenance().network()) + "-without-" + String.join("-", concepts))
                + Networks.ending(run.network().format());
    }

    private static Repaired repaired(
            OpenRun open, Run run, RepairStudy.Options options, RepairStudy.Trial trial, CommandLines phrases) {
        ChangedImages changed = trial.changed();
        List<ChangedImages.Example> examples = changed == null ? trial.examples() : changed.examples();
        CorrectionResults results = trial.results();
        List<String> sentences = new ArrayList<>(results.merging());
        sentences.addAll(List.of(results.judgement(), results.agreement()));
        sentences.addAll(results.rare());
        Shown shown = new Shown(
                results,
                results.predictions() == null ? null : results.predictions().sentence(),
                sentences.stream().filter(sentence -> !sentence.isEmpty()).toList(),
                changed == null ? null : (Integer) changed.fixed(),
                changed == null ? null : (Integer) changed.broken(),
                changed == null ? null : (Integer) changed.confused(),
                examples.stream()
                        .map(e -> new Changed(e.image().name(), e.label(), e.before(), e.after()))
                        .toList(),
                results.network(),
                size(options.out()),
                phrases.correct(open.folder(), options));
        return new Repaired(
                shown,
                options.out(),
                examples.stream()
                        .map(ChangedImages.Example::image)
                        .map(ImageList.Entry::path)
                        .toList(),
                run.network().preprocessing());
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
