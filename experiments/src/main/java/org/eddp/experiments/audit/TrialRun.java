package org.eddp.experiments.audit;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.Locale;
import java.util.Map;
import org.eddp.experiments.audit.FlawPictures.Part;
import org.eddp.features.FeatureExtraction;
import org.eddp.features.FeatureSet;
import org.eddp.features.PatchLayer;
import org.eddp.files.AtomicFile;
import org.eddp.files.Folders;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.source.ImageList;
import org.eddp.learning.LearningResult;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.run.KnownLocations;
import org.eddp.run.NewRun;
import org.eddp.run.Run;
import org.eddp.run.RunInProgress;
import org.eddp.tensor.Workers;

/**
 * A network with a flaw as a folder that every command can use: {@code pictures/train} with the marked pictures,
 * {@code pictures/clean} and {@code pictures/marked} for testing, {@code network.onnx}, {@code features}, and the learned run.
 *
 * @param folder of the run
 * @param below the network below the head
 */
record TrialRun(Path folder, HeadNetworks.Below below) {
    private static final String TRAIN = "train";
    private static final String CLEAN = "clean";
    private static final String MARKED = "marked";
    private static final double NO_CHECKPOINTS = 1e9;

    /**
     * Writes pictures and network, extracts features, and writes the directions.
     *
     * @param marked training pictures that show the mark
     */
    void write(FlawPictures pictures, BitSet marked, FlawNetwork network, LearningResult learned, Workers workers) {
        PatchLayer layer = below.layer().layer();
        Preprocessing preprocessing = below.layer().preprocessing();
        for (int n = 0; n < pictures.labels(Part.TRAIN).length; n++) {
            write(TRAIN, Part.TRAIN, pictures, n, marked.get(n), layer);
        }
        for (int n = 0; n < pictures.labels(Part.TEST).length; n++) {
            write(CLEAN, Part.TEST, pictures, n, false, layer);
            write(MARKED, Part.TEST, pictures, n, true, layer);
        }
        AtomicFile.writeString(classes(), String.join("\n", pictures.flaw().classes()) + "\n");
        Path own = folder.resolve("network.onnx");
        TaskNetwork.write(below.file(), layer, network.readout(), own);
        FeatureSet set;
        try (Network loaded = Networks.load(own, preprocessing.cropHeight(), preprocessing.cropWidth())) {
            PatchLayer last = PatchLayer.of(
                    loaded.cut(PatchLayer.last(loaded).orElseThrow().name()), null);
            set = FeatureExtraction.run(
                    folder.resolve("features"),
                    new FeatureExtraction.Source(own, loaded, last, ImageList.ofFolder(place(TRAIN)), preprocessing),
                    FeatureExtraction.Options.DEFAULT.withOverwrite(true),
                    workers,
                    Monitor.NONE);
        }
        new RunInProgress(folder, network.learning(), NewRun.data(set, null), false, NO_CHECKPOINTS).finish(learned);
        NewRun.writeOrigin(folder, set, null);
        new KnownLocations(Map.of(CLEAN, place(CLEAN), MARKED, place(MARKED))).addTo(folder);
        Run.Options named = Run.Options.DEFAULT.withClassNames(classes()).withThreads(1);
        try (Run run = Run.open(folder, named, Monitor.NONE)) {
            run.keepClassNames();
        }
    }

    private void write(String name, Part part, FlawPictures pictures, int number, boolean marked, PatchLayer layer) {
        byte[] png = pictures.draw(part, number, marked, layer.grid()).picture().png();
        Path place =
                Folders.prepare(place(name).resolve(pictures.flaw().classes().get(pictures.labels(part)[number])));
        AtomicFile.write(place.resolve(String.format(Locale.ROOT, "%04d.png", number)), stream -> stream.write(png));
    }

    private Path place(String name) {
        return folder.resolve("pictures").resolve(name);
    }

    private Path classes() {
        return folder.resolve("classes.txt");
    }
}
