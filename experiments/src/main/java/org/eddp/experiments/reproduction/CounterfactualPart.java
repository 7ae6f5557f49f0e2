package org.eddp.experiments.reproduction;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eddp.experiments.reproduction.PartResult.Figure;
import org.eddp.experiments.reproduction.PartResult.Link;
import org.eddp.experiments.reproduction.ResultTable.Line;
import org.eddp.files.AtomicFile;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.images.source.ImageList;
import org.eddp.intervene.ConceptStatistics.Signals;
import org.eddp.intervene.EditedImage;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.report.ResultPages;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.EditStudy;
import org.eddp.study.Steps;

/** The smallest edit of concepts that changes the prediction, for pictures drawn from the val split. */
final class CounterfactualPart implements Reproduction.Part {
    /** Pictures whose edits the page shows. */
    private static final int SHOWN = 2;

    @Override
    public String name() {
        return "counterfactuals";
    }

    @Override
    public String title() {
        return "Counterfactuals";
    }

    @Override
    public PartResult run(Protocol protocol) {
        List<Line> lines = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        int changed = 0;
        List<ImageList.Entry> pictures = protocol.pictures();
        for (ImageList.Entry picture : pictures) {
            Optional<EditStudy.Result> found = search(protocol, picture);
            if (found.isEmpty()) {
                lines.add(Line.of(List.of(picture.name(), ResultTable.NOTHING, "no edit found", ResultTable.NOTHING)));
                continue;
            }
            changed++;
            EditedImage edited = found.get().edited();
            Path page = place(protocol).resolve(found.get().name() + ".html");
            AtomicFile.writeString(page, ResultPages.page(edited));
            lines.add(line(edited));
            links.add(new Link(protocol.relative(page), edited.image()));
            if (figures.size() < SHOWN) {
                Path file = place(protocol).resolve(found.get().name() + ".svg");
                String id = protocol.relative(file).replaceAll("[^A-Za-z0-9]+", "-");
                AtomicFile.writeString(file, ResultPages.steps(id, edited));
                figures.add(new Figure(protocol.relative(file), edited.image() + ": the patches of every edit."));
            }
        }
        String text = "An edit of one or two concepts changes the prediction of " + changed + " of " + pictures.size()
                + " pictures.";
        return new PartResult(title(), List.of(text), List.of(table(lines)), figures, links, List.of());
    }

    private static Path place(Protocol protocol) {
        return protocol.run(protocol.first(), Variant.C).resolve(Results.EDITS.name());
    }

    private static Optional<EditStudy.Result> search(Protocol protocol, ImageList.Entry picture) {
        Path folder = protocol.run(protocol.first(), Variant.C);
        Steps.Step step = new Steps.Step("edit")
                .with("run", folder)
                .with("image", picture.path())
                .with("search", "");
        Request request = protocol.observer().request(step);
        List<EditStudy.Result> results = new ArrayList<>();
        try (Run run = Run.open(folder, protocol.opened(request), protocol.observer())) {
            EditStudy study = new EditStudy(run, protocol.observer().wording(step), Signals.MEANS, protocol.observer());
            protocol.steps()
                    .run(
                            request,
                            () -> study.search(picture, new EditStudy.Search(null, false), place(protocol))
                                    .ifPresent(results::add));
        }
        return results.stream().findFirst();
    }

    private static Line line(EditedImage edited) {
        EditedImage.Outlook after =
                edited.steps().get(edited.steps().size() - 1).after();
        String edits = edited.steps().stream()
                .map(step -> step.action() + " " + step.concept().title())
                .collect(Collectors.joining(", "));
        return Line.of(List.of(edited.image(), outlook(edited.before()), edits, outlook(after)));
    }

    private static String outlook(EditedImage.Outlook prediction) {
        return String.format(Locale.ROOT, "%s %.0f %%", prediction.predicted(), 100 * prediction.probability());
    }

    private static ResultTable table(List<Line> lines) {
        return ResultTable.of(
                "counterfactuals",
                "The smallest edit that changes the prediction",
                List.of("Picture", "before", "edit", "after"),
                lines,
                List.of("The paper replaces a road by a building: driveway 69 % becomes apartment building 22 %; and a"
                        + " building by an airplane: runway 57 %."));
    }
}
