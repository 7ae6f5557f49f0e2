package org.eddp.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.directions.Directions;
import org.eddp.features.FeatureSet;
import org.eddp.features.Origin;
import org.eddp.features.Provenance;
import org.eddp.files.FileFailure;
import org.eddp.files.Json;
import org.eddp.images.Preprocessing;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;

/**
 * A finished run, and the network and features it was made from: where they were then unless the user says otherwise, and
 * refused if they have changed since.
 *
 * @param folder of the run
 * @param provenance of its features
 */
record OpenRun(Path folder, Directions directions, Provenance provenance, Origin origin) {
    /** The part of run.json that is needed here. */
    private record RunFile(Data data) {}

    /** What a run was made from. */
    private record Data(Provenance provenance) {}

    static OpenRun of(Path folder) {
        Path file = folder.resolve("run.json");
        if (!Files.exists(file)) {
            throw new FileFailure(folder + " is no finished run: it has no run.json; make one with eddp learn"
                    + " (add --resume if it was interrupted)");
        }
        RunFile run = Json.readTolerantly(file, RunFile.class);
        if (run.data() == null || run.data().provenance() == null) {
            throw new FileFailure(folder + " was not made from the features of a network; use a run of eddp learn");
        }
        return new OpenRun(
                folder,
                Directions.read(folder.resolve("directions.safetensors")),
                run.data().provenance(),
                Origin.read(folder));
    }

    /**
     * Loads the network of the run.
     *
     * @param given by the user, or null
     */
    Network network(Path given) {
        Preprocessing preprocessing = provenance.preprocessing();
        return Networks.load(networkFile(given), preprocessing.cropHeight(), preprocessing.cropWidth());
    }

    /** The file of the network, checked to be the one the run was made with. */
    Path networkFile(Path given) {
        Path file = place("the network", "--network", given, origin.network());
        if (!Networks.digest(file).equals(provenance.networkSha256())) {
            throw new NetworkFailure("the network file " + file + " is not the one the run " + folder
                    + " was made with; give that one with --network");
        }
        return file;
    }

    /**
     * Opens the feature set of the run.
     *
     * @param given by the user, or null
     */
    FeatureSet features(Path given) {
        FeatureSet set = FeatureSet.open(place("the feature set", "--features", given, origin.features()));
        Provenance other = set.info().provenance();
        if (!other.networkSha256().equals(provenance.networkSha256())
                || !other.layer().equals(provenance.layer())) {
            throw new FileFailure("the features are of layer " + other.layer() + " of " + other.network()
                    + ", but the run " + folder + " is of layer " + provenance.layer() + " of " + provenance.network()
                    + "; extract features of the same layer of the same network");
        }
        if (!other.preprocessing().sameValues(provenance.preprocessing())) {
            throw new FileFailure("the features were made with " + other.preprocessing() + ", but those of the run "
                    + folder + " with " + provenance.preprocessing()
                    + "; scale, mean, deviation and channels must agree");
        }
        return set;
    }

    private Path place(String what, String option, Path given, String known) {
        if (given == null && known == null) {
            throw new FileFailure("the run " + folder + " does not say where " + what + " is; give it with " + option);
        }
        Path path = given != null ? given : Path.of(known);
        if (!Files.exists(path)) {
            throw new FileFailure(
                    what + " of the run " + folder + " is not at " + path + "; say where it is with " + option);
        }
        return path;
    }
}
