package org.eddp.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageFailure;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.OutputKind;
import org.eddp.network.Prediction;
import org.eddp.tensor.Workers;

/**
 * Finds the preprocessing of a network by trial: its predictions are most confident with the one it was trained with.
 *
 * <p>Confidence is the probability of the likeliest class, or of the strongest of independent labels. Inputs that are
 * many times too large give large logits and high confidence for any picture. So the logits of each preprocessing are
 * first scaled to the same spread over the classes (for labels: from zero).
 *
 * @param tried the most confident first
 * @param pictures number of pictures used
 * @param outputs kind of the outputs of the network
 */
record PreprocessingTrial(List<Tried> tried, int pictures, OutputKind outputs) {
    /** Enough to distinguish presets; more would take long. */
    static final int PICTURES = 32;

    /** Standard errors beyond which a difference is hardly chance. */
    private static final double CLEAR = 2;

    public PreprocessingTrial {
        tried = List.copyOf(tried);
    }

    /**
     * One way to preprocess.
     *
     * @param name of the preset
     * @param confidence mean probability of the likeliest class, or of the strongest label
     * @param lead difference in confidence to the best preset, on average over pictures
     * @param error standard error of the lead
     */
    public record Tried(String name, double confidence, double lead, double error) {}

    /** The preset with the most confident predictions. */
    public String best() {
        return tried.get(0).name();
    }

    /** Whether the lead of the best preset is beyond chance. */
    boolean clear() {
        return tried.size() < 2 || tried.get(1).lead() > CLEAR * tried.get(1).error();
    }

    /** The result, in a sentence. */
    public String text() {
        String others = tried.stream()
                .skip(1)
                .map(t -> String.format(Locale.ROOT, "%s %.3f", t.name(), t.confidence()))
                .collect(Collectors.joining(", "));
        Tried second = tried.get(1);
        return String.format(
                Locale.ROOT,
                "nothing says what the network was trained with; of %d pictures it is surest with '%s' (mean"
                        + " probability of %s %.3f; %s), by %.3f +- %.3f before '%s'%s",
                pictures,
                best(),
                outputs == OutputKind.LABELS ? "the strongest label" : "the likeliest class",
                tried.get(0).confidence(),
                others,
                second.lead(),
                second.error(),
                second.name(),
                clear() ? "" : ", which may be chance; the preprocessing of its training is safer, if you know it");
    }

    /**
     * Tries presets.
     *
     * @param network for images of the size that {@code ways} make
     * @param names of the ways
     * @param ways one for each name
     */
    static PreprocessingTrial of(
            Network network,
            ImageList images,
            List<String> names,
            List<Preprocessing> ways,
            Workers workers,
            Monitor monitor) {
        List<ImageList.Entry> sample = sample(images);
        List<double[][]> seen = new ArrayList<>();
        try (Monitor.Stage stage = monitor.stage("preprocessing", sample.size())) {
            int[] done = {0};
            workers.forEachAhead(sample.size(), i -> logits(network, images, sample.get(i), ways), found -> {
                stage.check("trying how to preprocess");
                if (found.length > 0) {
                    seen.add(found);
                }
                stage.onProgress(++done[0], sample.size());
            });
        }
        return seen.isEmpty() ? null : judge(network.outputs(), names, seen);
    }

    private static List<ImageList.Entry> sample(ImageList images) {
        int count = Math.min(PICTURES, images.size());
        return IntStream.range(0, count)
                .mapToObj(k -> images.entries().get((int) ((long) k * images.size() / count)))
                .toList();
    }

    /** Logits of a picture for every preprocessing; empty if it cannot be decoded. The extraction reports such pictures. */
    private static double[][] logits(
            Network network, ImageList images, ImageList.Entry entry, List<Preprocessing> ways) {
        Picture picture;
        try {
            picture = new ImageReader().read(entry.path());
        } catch (ImageFailure e) {
            images.requirePlace(entry);
            return new double[0][];
        }
        return ways.stream()
                .map(way -> network.logits(way.tensor(picture)).toDoubles())
                .toArray(double[][]::new);
    }

    /** @param seen per picture: per way: logits */
    static PreprocessingTrial judge(OutputKind outputs, List<String> names, List<double[][]> seen) {
        double[] spread = new double[names.size()];
        for (int w = 0; w < spread.length; w++) {
            int way = w;
            spread[w] = Math.sqrt(seen.stream()
                    .mapToDouble(logits -> spread(outputs, logits[way]))
                    .average()
                    .orElse(0));
        }
        double[] sorted = spread.clone();
        Arrays.sort(sorted);
        double usual = sorted[(sorted.length - 1) / 2];
        double[][] sure = new double[names.size()][seen.size()];
        for (int w = 0; w < sure.length; w++) {
            double factor = spread[w] > 0 ? usual / spread[w] : 1;
            for (int n = 0; n < seen.size(); n++) {
                double[] even =
                        Arrays.stream(seen.get(n)[w]).map(v -> v * factor).toArray();
                sure[w][n] = sureness(outputs, even);
            }
        }
        return ranked(outputs, names, sure);
    }

    /** For labels a logit of zero is undecided, whatever the others are. */
    private static double spread(OutputKind outputs, double[] logits) {
        return outputs == OutputKind.LABELS
                ? Arrays.stream(logits).map(v -> v * v).average().orElse(0)
                : variance(logits);
    }

    /** If there are several labels, the strongest counts, because most are usually off. A single label may be off. */
    private static double sureness(OutputKind outputs, double[] logits) {
        double strongest = Prediction.of(outputs, logits).probability();
        return outputs == OutputKind.LABELS && logits.length == 1 ? Math.max(strongest, 1 - strongest) : strongest;
    }

    private static PreprocessingTrial ranked(OutputKind outputs, List<String> names, double[][] sure) {
        List<Integer> order = IntStream.range(0, names.size())
                .boxed()
                .sorted(Comparator.comparingDouble(w -> -mean(sure[w])))
                .toList();
        double[] best = sure[order.get(0)];
        List<Tried> tried = new ArrayList<>();
        for (int w : order) {
            double[] ahead = new double[best.length];
            for (int n = 0; n < ahead.length; n++) {
                ahead[n] = best[n] - sure[w][n];
            }
            double error = ahead.length < 2 ? 1 : Math.sqrt(variance(ahead) / (ahead.length - 1));
            tried.add(new Tried(names.get(w), mean(sure[w]), mean(ahead), error));
        }
        return new PreprocessingTrial(tried, best.length, outputs);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    private static double variance(double[] values) {
        double mean = mean(values);
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElse(0);
    }
}
