package org.eddp.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.Network.Pixels;
import org.eddp.network.load.DeclaredPreprocessing;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Workers;

/**
 * Chooses the preprocessing of a network: that of the user; else that declared in the network's file or beside it; else
 * the preset with the most confident predictions. Wrong preprocessing does not show in the features, so every choice is
 * reported.
 *
 * @param preset given by the user, or null
 * @param asked whether the user gave a preset or a single part
 * @param valuesKnown whether {@code changes} determine the pixel values, so that no trial is needed
 * @param changes to single parts of it, for what the network takes
 */
public record InputChoice(
        InputPreset preset, boolean asked, boolean valuesKnown, UnaryOperator<Preprocessing> changes) {
    /** The preprocessing that the network's file declares, or else the preset with the most confident predictions. */
    public static final InputChoice AUTOMATIC = new InputChoice(null, false, false, UnaryOperator.identity());

    private static final InputPreset USUAL = InputPreset.TORCHVISION;
    /** A small side length, to detect whether the changes set another one. */
    private static final int SIDE = 1;

    private static final String ASSUMED = "'" + USUAL.label() + "' was assumed; say what the network was trained with";
    static final List<String> PRESETS =
            Stream.of(InputPreset.values()).map(InputPreset::label).toList();

    /** An unchanged preset. */
    public static InputChoice of(InputPreset preset) {
        return new InputChoice(preset, true, false, UnaryOperator.identity());
    }

    /** The preset of a name; {@link #AUTOMATIC} for null. */
    public static InputChoice named(String preset) {
        return preset == null ? AUTOMATIC : of(InputPreset.named(preset));
    }

    /** Exactly this. */
    public static InputChoice of(Preprocessing preprocessing) {
        return new InputChoice(USUAL, true, true, any -> preprocessing);
    }

    /**
     * Chooses for a classifier.
     *
     * @param file of the network
     * @param network as it was loaded
     * @param images for a trial of presets, if needed
     */
    public Preprocessing choose(
            Path file, Network network, String output, ImageList images, Workers workers, Monitor monitor) {
        return said(find(file, network, output, images, workers, monitor), monitor);
    }

    /**
     * The choice.
     *
     * @param preset if it is one as it fits the network; otherwise null
     * @param reason for the choice; empty if the user made it
     */
    record Found(Preprocessing preprocessing, InputPreset preset, String reason) {}

    private static Preprocessing said(Found found, Monitor monitor) {
        if (!found.reason().isEmpty()) {
            monitor.remark("preprocessing: " + found.reason());
        }
        return found.preprocessing();
    }

    /** Chooses for a classifier without a remark; arguments as for {@link #choose}. */
    Found find(Path file, Network network, String output, ImageList images, Workers workers, Monitor monitor) {
        Optional<Found> known = known(file, network.input());
        if (known.isPresent()) {
            return known.get();
        }
        List<Preprocessing> ways = Stream.of(InputPreset.values())
                .map(one -> fit(one.preprocessing(), network.input()))
                .toList();
        PreprocessingTrial trial = null;
        if (network.classes() > 1) {
            ImageInput input = network.input();
            boolean open = input.height() == 0 || input.width() == 0;
            Preprocessing first = ways.get(0);
            // a copy: the network given stays open
            try (Network sized = open ? Networks.load(file, first.cropHeight(), first.cropWidth(), output) : null) {
                trial = PreprocessingTrial.of(sized == null ? network : sized, images, PRESETS, ways, workers, monitor);
            }
        }
        return trial == null
                ? new Found(ways.get(0), USUAL, ASSUMED)
                : new Found(ways.get(PRESETS.indexOf(trial.best())), InputPreset.named(trial.best()), trial.text());
    }

    /** Chooses for a network that is not a classifier, where nothing can be tried. */
    public Preprocessing choose(Path file, ImageInput input, Monitor monitor) {
        return said(
                known(file, input).orElseGet(() -> new Found(fit(USUAL.preprocessing(), input), USUAL, ASSUMED)),
                monitor);
    }

    /**
     * Loads a network for images of the requested size, if there is one.
     *
     * @param output which of several outputs to take, null if there is only one
     */
    public Network load(Path file, String output) {
        Preprocessing one = changes.apply(USUAL.preprocessing().withSize(SIDE, SIDE));
        Preprocessing other = changes.apply(USUAL.preprocessing().withSize(2 * SIDE, 2 * SIDE));
        boolean sized = one.cropHeight() == other.cropHeight() && one.cropWidth() == other.cropWidth();
        return sized ? Networks.load(file, one.cropHeight(), one.cropWidth(), output) : Networks.load(file, output);
    }

    private Optional<Found> known(Path file, ImageInput input) {
        Optional<DeclaredPreprocessing> told = DeclaredPreprocessing.of(file);
        if (preset != null) {
            ImageInput sized = told.isPresent() && input.open()
                    ? input.withSize(
                            told.get().preprocessing().cropHeight(),
                            told.get().preprocessing().cropWidth())
                    : input;
            return Optional.of(new Found(fit(preset.preprocessing(), sized), preset, ""));
        }
        if (input.pixels() != Pixels.PREPROCESSED) {
            return Optional.of(
                    inside(told.map(DeclaredPreprocessing::preprocessing).orElse(null), input));
        }
        if (told.isPresent()) {
            return Optional.of(new Found(
                    fit(told.get().preprocessing(), input),
                    null,
                    "as told by " + told.get().source()
                            + told.get().differences().stream()
                                    .map(d -> "; " + d)
                                    .reduce("", String::concat)));
        }
        return valuesKnown ? Optional.of(new Found(fit(USUAL.preprocessing(), input), USUAL, "")) : Optional.empty();
    }

    /** For a network with preprocessing inside. */
    private Found inside(Preprocessing told, ImageInput input) {
        boolean bytes = input.pixels() == Pixels.BYTES;
        Preprocessing plain = InputPreset.PLAIN.preprocessing();
        Preprocessing values = told == null
                ? plain
                : told.withMean(new double[told.mean().length])
                        .withDeviation(DoubleStream.generate(() -> 1)
                                .limit(told.deviation().length)
                                .toArray())
                        .withScale(plain.scale());
        return new Found(
                fit(bytes ? values.withScale(1) : values, input),
                null,
                "the preprocessing is inside the network, so it is given pixel values of 0 to "
                        + (bytes ? "255" : "1"));
    }

    private Preprocessing fit(Preprocessing found, ImageInput input) {
        boolean other = input.height() > 0
                && input.width() > 0
                && (input.height() != found.cropHeight() || input.width() != found.cropWidth());
        Preprocessing sized = other ? found.withSize(input.height(), input.width()) : found;
        boolean grey = input.channels() == 1 && sized.channels().count() != 1;
        return changes.apply(grey ? sized.withChannels(Preprocessing.Channels.GREY) : sized);
    }
}
