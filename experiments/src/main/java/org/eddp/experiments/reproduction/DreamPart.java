package org.eddp.experiments.reproduction;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eddp.experiments.reproduction.PartResult.Figure;
import org.eddp.experiments.reproduction.PartResult.Link;
import org.eddp.experiments.reproduction.ResultTable.Line;
import org.eddp.faithfulness.Dream;
import org.eddp.faithfulness.DreamResults;
import org.eddp.faithfulness.DreamResults.ConceptDream;
import org.eddp.files.AtomicFile;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.report.ResultPages;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.DreamStudy;
import org.eddp.study.Steps;

/** Faithfulness by dreaming, of both variants. */
final class DreamPart implements Reproduction.Part {
    private static final String ALL = "all";

    @Override
    public String name() {
        return "dreams";
    }

    @Override
    public String title() {
        return "Faithfulness";
    }

    @Override
    public PartResult run(Protocol protocol) {
        List<Line> lines = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (Variant variant : List.of(Variant.U, Variant.C)) {
            Path folder = protocol.run(protocol.first(), variant);
            try {
                DreamResults results = dreams(protocol, folder);
                lines.add(line(folder, results));
                Path place = folder.resolve(Results.DREAM_PAGES);
                Path histogram = place.resolve("histogram.svg");
                AtomicFile.writeString(histogram, ResultPages.histogram("histogram-" + folder.getFileName(), results));
                AtomicFile.writeString(place.resolve("dreams.html"), ResultPages.page(results));
                figures.add(new Figure(
                        protocol.relative(histogram),
                        "Cosines of dreaming directions and signal vectors, " + folder.getFileName() + "."));
                links.add(
                        new Link(protocol.relative(place.resolve("dreams.html")), "Dreams of " + folder.getFileName()));
            } catch (DreamStudy.NothingToCompare e) {
                leftOut.add("Dreams of " + folder.getFileName() + ": " + e.getMessage() + ".");
            }
        }
        List<ResultTable> tables = lines.isEmpty() ? List.of() : List.of(table(lines));
        return new PartResult(title(), List.of(), tables, figures, links, leftOut);
    }

    private static DreamResults dreams(Protocol protocol, Path folder) {
        ReproductionOptions.Size size = protocol.options().size();
        long seed = protocol.options().seed();
        boolean named = !MethodsPart.labels(folder).concepts().isEmpty();
        Steps.Step step = new Steps.Step("dream").with("run", folder);
        step = named ? step : step.with("concepts", ALL);
        Request request = protocol.observer()
                .request(step.with("random", size.dreams())
                        .with("images", size.dreamImages())
                        .with("literal", size.literal())
                        .with("seed", seed));
        DreamStudy.Options how = DreamStudy.Options.DEFAULT
                .withConcepts(named ? null : List.of(ALL))
                .withMost(size.dreams())
                .withImages(size.dreamImages())
                .withLiteral(size.literal())
                .withDream(Dream.Options.of(seed))
                .withSeed(seed);
        try (Run run = Run.open(folder, protocol.opened(request), protocol.observer())) {
            if (run.read(Results.DREAMS).isEmpty()) {
                protocol.steps().run(request, () -> DreamStudy.run(run, how, null, protocol.observer()));
            }
            return run.read(Results.DREAMS).orElseThrow();
        }
    }

    private static Line line(Path folder, DreamResults results) {
        double mean = results.concepts().stream()
                .map(ConceptDream::cosine)
                .filter(cosine -> cosine != null)
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
        return Line.of(List.of(
                folder.getFileName().toString(),
                Integer.toString(results.concepts().size()),
                percent(results.share()),
                percent(results.shareWithoutSubsampling()),
                percent(results.shareLiteral()),
                percent(results.shareLiteralWithoutSubsampling()),
                MethodTables.number(mean),
                MethodTables.number(results.cosineOthers())));
    }

    private static String percent(Double share) {
        return share == null ? ResultTable.NOTHING : String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    private static ResultTable table(List<Line> lines) {
        return ResultTable.of(
                "dreams",
                "Signal vectors with a cosine of at least 0.7 with their dreaming direction",
                List.of(
                        "Method",
                        "concepts",
                        "ours " + ResultTable.UP,
                        "ours, all patches",
                        "literal " + ResultTable.UP,
                        "literal, all patches",
                        "mean cosine " + ResultTable.UP,
                        "other concepts"),
                lines,
                List.of(
                        "ours: share of the concepts. literal: share of the single dreams of the paper's protocol."
                                + " all patches: signal vectors without sub-sampling.",
                        "The paper: about 90 % of 100 concepts of ResNet18 and EfficientNet."));
    }
}
