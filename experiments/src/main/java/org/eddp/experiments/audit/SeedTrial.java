package org.eddp.experiments.audit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.experiments.audit.AuditBenchmarkOptions.Chess;
import org.eddp.experiments.audit.AuditBenchmarkOptions.Photographs;
import org.eddp.experiments.audit.AuditBenchmarkOptions.World;
import org.eddp.experiments.chess.ChessExperiment.ChessOptions;
import org.eddp.experiments.truth.TruthBenchmark.TruthOptions;
import org.eddp.files.Digests;
import org.eddp.files.FileNames;
import org.eddp.files.json.Json;
import org.eddp.images.input.Preprocessing;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Workers;

/**
 * A seed of the benchmark.
 *
 * @param settings of its networks
 * @param pictures where networks and pictures come from
 * @param below the network below the heads; null if whole networks are trained
 * @param preprocessing of that network; null if whole networks are trained
 */
record SeedTrial(
        FlawTrial.Settings settings,
        AuditBenchmarkOptions.Pictures pictures,
        TruthOptions.Subject below,
        Preprocessing preprocessing) {

    /** All seeds of all networks. */
    static List<SeedTrial> all(AuditBenchmarkOptions options) {
        List<SeedTrial> all = new ArrayList<>();
        for (TruthOptions.Subject subject : subjects(options.pictures())) {
            Preprocessing preprocessing = null;
            if (subject != null) {
                try (Network network = Networks.load(subject.file())) {
                    preprocessing = subject.preprocessing().apply(network.input());
                }
            }
            for (int s = 0; s < options.seeds(); s++) {
                long seed = options.firstSeed() + s;
                AuditBenchmarkOptions.Size size = options.size();
                FlawTrial.Settings settings = new FlawTrial.Settings(
                        subject == null ? "chess" : FileNames.last(subject.file()),
                        subject == null ? "" : Digests.of(subject.file()),
                        subject == null ? "" : Digests.of(Json.toText(preprocessing)),
                        options.pictures().name(),
                        kind(options.pictures(), seed),
                        size.classes(),
                        size.pictures(),
                        size.concepts(),
                        s < size.others(),
                        seed);
                all.add(new SeedTrial(settings, options.pictures(), subject, preprocessing));
            }
        }
        return all;
    }

    private static String kind(AuditBenchmarkOptions.Pictures pictures, long seed) {
        if (pictures instanceof Photographs photographs) {
            return turn(photographs.kinds(), seed).label();
        }
        return pictures instanceof World
                ? turn(List.of(MarkedScenes.Kind.values()), seed).label()
                : ChessNetworks.FLAW.kind();
    }

    private static List<TruthOptions.Subject> subjects(AuditBenchmarkOptions.Pictures pictures) {
        if (pictures instanceof Photographs photographs) {
            return photographs.networks();
        }
        List<TruthOptions.Subject> one = new ArrayList<>();
        one.add(pictures instanceof World world ? world.network() : null);
        return one;
    }

    /** Refuses pictures that cannot be used. */
    void check() {
        if (below != null) {
            marked(settings.seed());
        }
    }

    /**
     * Opens the networks of the seed.
     *
     * @param folder where networks that are trained are written
     */
    FlawSource open(Path folder, Workers workers, Monitor monitor) {
        long seed = settings.seed();
        int concepts = settings.concepts();
        if (pictures instanceof Chess chess) {
            return new ChessNetworks(folder, new ChessOptions(null, concepts, chess.epochs(), seed), workers);
        }
        HeadNetworks.Below network = HeadNetworks.Below.load(below.file(), preprocessing);
        return new HeadNetworks(marked(seed), network, concepts, seed, workers, monitor);
    }

    private FlawPictures marked(long seed) {
        if (pictures instanceof World world) {
            MarkedScenes.Kind kind = turn(List.of(MarkedScenes.Kind.values()), seed);
            return new MarkedScenes(kind, preprocessing.cropWidth(), world.train(), world.test(), seed);
        }
        Photographs photographs = (Photographs) pictures;
        return new MarkedPhotographs(
                photographs.folder(),
                settings.classes(),
                settings.perClass(),
                turn(photographs.kinds(), seed),
                preprocessing,
                seed);
    }

    /** Kinds in turn, so that consecutive seeds have all kinds equally often. */
    private static <T> T turn(List<T> kinds, long seed) {
        return kinds.get((int) Math.floorMod(seed, (long) kinds.size()));
    }
}
