package org.eddp.experiments.reproduction;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.experiments.reproduction.PartResult.Figure;
import org.eddp.experiments.reproduction.PartResult.Link;
import org.eddp.experiments.reproduction.ResultTable.Line;
import org.eddp.explain.ExplainedImage;
import org.eddp.explain.Quality;
import org.eddp.files.AtomicFile;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.report.ExplanationIndex;
import org.eddp.report.ResultPages;
import org.eddp.run.Run;
import org.eddp.study.ExplanationStudy;
import org.eddp.study.ExplanationStudy.Undecided;
import org.eddp.study.Steps;

/** Explanations of pictures that were drawn from the val split: the paper's decomposition, and by removal. */
final class ExplanationPart implements Reproduction.Part {
    /** Pictures whose maps the page shows. */
    private static final int SHOWN = 2;

    @Override
    public String name() {
        return "explanations";
    }

    @Override
    public String title() {
        return "Explanations";
    }

    @Override
    public PartResult run(Protocol protocol) {
        List<Line> lines = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (Undecided point : List.of(Undecided.LEARNED, Undecided.ABSENCE)) {
            String name = point.name().toLowerCase(Locale.ROOT);
            Path place = protocol.folder().resolve("explanations").resolve(name);
            List<Quality> qualities = explain(protocol, point, place, figures);
            lines.add(line(name, Quality.Summary.of(qualities)));
            links.add(new Link(
                    protocol.relative(place.resolve("index.html")),
                    point == Undecided.LEARNED
                            ? "Every picture by the paper's decomposition"
                            : "Every picture by removal of its concepts"));
        }
        List<String> leftOut = protocol.linear()
                ? List.of()
                : List.of(
                        "The paper's decomposition is of first order here: the head is more than pooling and one linear"
                                + " layer.");
        return new PartResult(title(), List.of(), List.of(table(lines)), figures, links, leftOut);
    }

    private static List<Quality> explain(Protocol protocol, Undecided point, Path place, List<Figure> figures) {
        Path folder = protocol.run(protocol.first(), Variant.C);
        Request request = protocol.observer()
                .request(new Steps.Step("explain")
                        .with("run", folder)
                        .with("image", protocol.options().dataset())
                        .with("undecided", point)
                        .with("out", place));
        List<Quality> qualities = new ArrayList<>();
        try (Run run = Run.open(folder, protocol.opened(request), protocol.observer())) {
            ExplanationIndex index = new ExplanationIndex(request.command());
            var examples = ResultPages.examples(run, protocol.observer());
            protocol.steps().run(request, () -> {
                ExplanationStudy study = new ExplanationStudy(
                        run, ExplanationStudy.Options.DEFAULT.withUndecided(point), protocol.observer());
                study.explain(protocol.pictures(), place, (name, explained) -> {
                    AtomicFile.writeString(place.resolve(name + ".html"), ResultPages.page(explained, examples));
                    index.add(name + ".html", explained);
                    qualities.add(explained.explanation().quality());
                    if (qualities.size() <= SHOWN) {
                        figures.add(maps(protocol, point, place.resolve(name + "-maps.svg"), explained));
                    }
                });
            });
            AtomicFile.writeString(place.resolve("index.html"), index.page());
        }
        return qualities;
    }

    private static Figure maps(Protocol protocol, Undecided point, Path file, ExplainedImage explained) {
        String id = protocol.relative(file).replaceAll("[^A-Za-z0-9]+", "-");
        AtomicFile.writeString(file, ResultPages.maps(id, explained));
        return new Figure(
                protocol.relative(file),
                explained.image() + ", " + explained.subjectInSentence() + ": where concepts are, and what they add"
                        + (point == Undecided.LEARNED ? ", by the paper's decomposition." : ", by removal."));
    }

    private static Line line(String name, Quality.Summary found) {
        return Line.of(List.of(
                name,
                Integer.toString(found.images()),
                number(found.explained()),
                number(found.residual()),
                number(found.cancellation()),
                number(found.correction()),
                Integer.toString(found.clear()),
                Integer.toString(found.partly()),
                Integer.toString(found.poor())));
    }

    private static String number(Double value) {
        return value == null ? ResultTable.NOTHING : MethodTables.number(value);
    }

    private static ResultTable table(List<Line> lines) {
        return ResultTable.of(
                "explanations",
                "Explanations of sampled pictures by variant C, medians",
                List.of(
                        "Compared with",
                        "pictures",
                        "explained logit",
                        "residual",
                        "cancellation",
                        "correction",
                        "clear",
                        "partly",
                        "poor"),
                lines,
                List.of(
                        "learned: the undecided point of learning, the paper's decomposition. absence: the picture"
                                + " without its concepts. residual and correction are shares of the explained logit.",
                        "The paper explains one picture with I = D = 512: a logit of 19.7 and a residual of 0.28."));
    }
}
