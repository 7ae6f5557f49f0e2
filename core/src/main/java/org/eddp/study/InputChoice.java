package org.eddp.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.eddp.images.ImageList;
import org.eddp.images.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.load.Networks;
import org.eddp.network.load.ToldPreprocessing;
import org.eddp.tensor.Workers;

/**
 * How pictures become the input of a network: as asked for; else as it is written down in the network's file or beside it; else as
 * the network is surest with. Wrong preprocessing gives features of which nothing looks wrong, so what was not asked for is said.
 *
 * @param preset what was asked for, null if nothing was
 * @param valuesKnown whether {@code changes} say what pixel values become, so that nothing has to be tried
 * @param changes to single parts of it, for what the network takes
 */
public record InputChoice(String preset, boolean valuesKnown, UnaryOperator<Preprocessing> changes) {
    private static final String USUAL = "torchvision";
    private static final List<String> PRESETS = List.of(USUAL, "keras", "plain", "caffe");

    /** A preset as it is; null to find out. */
    public static InputChoice of(String preset) {
        return new InputChoice(preset, false, UnaryOperator.identity());
    }

    /** Exactly this. */
    public static InputChoice of(Preprocessing preprocessing) {
        return new InputChoice(USUAL, true, any -> preprocessing);
    }

    /**
     * Chooses for a classifier.
     *
     * @param file of the network
     * @param network as it was loaded
     * @param images to try presets on, if it comes to that
     */
    public Preprocessing choose(
            Path file, Network network, String output, ImageList images, Workers workers, Monitor monitor) {
        Optional<Preprocessing> known = known(file, network.input(), monitor);
        if (known.isPresent()) {
            return known.get();
        }
        List<Preprocessing> ways = PRESETS.stream()
                .map(name -> fit(Preprocessing.preset(name), network.input()))
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
        if (trial == null) {
            monitor.remark(assumed());
            return ways.get(0);
        }
        monitor.remark("preprocessing: " + trial.text());
        return ways.get(PRESETS.indexOf(trial.best()));
    }

    /** Chooses for a network that is no classifier, where nothing can be tried. */
    public Preprocessing choose(Path file, ImageInput input, Monitor monitor) {
        return known(file, input, monitor).orElseGet(() -> {
            monitor.remark(assumed());
            return fit(Preprocessing.preset(USUAL), input);
        });
    }

    private static String assumed() {
        return "preprocessing: '" + USUAL + "' was assumed; say what the network was trained with";
    }

    private Optional<Preprocessing> known(Path file, ImageInput input, Monitor monitor) {
        if (preset != null) {
            return Optional.of(fit(Preprocessing.preset(preset), input));
        }
        Optional<ToldPreprocessing> told = ToldPreprocessing.of(file);
        if (told.isPresent()) {
            monitor.remark("preprocessing: as told by " + told.get().source()
                    + told.get().differences().stream().map(d -> "; " + d).reduce("", String::concat));
            return Optional.of(fit(told.get().preprocessing(), input));
        }
        return valuesKnown ? Optional.of(fit(Preprocessing.preset(USUAL), input)) : Optional.empty();
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
