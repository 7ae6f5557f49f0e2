package org.eddp.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.eddp.files.RemoteFiles;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Circumstances.Place;

/**
 * Files and folders that are useful for viewing a run, although the run was not made from them. As with
 * {@link org.eddp.features.FeatureExtraction.Origin}, they are a convenience and not part of the results. Those that no longer exist are
 * left out.
 *
 * @param labelled folders of labelled images for evaluations of the network, by name
 */
public record KnownLocations(Map<String, Path> labelled) {
    private static final String LABELLED = "labelled ";

    public KnownLocations {
        labelled = new TreeMap<>(labelled);
    }

    /** The existing locations of a run. */
    public static KnownLocations read(Path folder) {
        Map<String, Path> labelled = new TreeMap<>();
        Circumstances.read(folder).places().forEach((name, place) -> {
            String now = place.from(folder);
            if (name.startsWith(LABELLED) && RemoteFiles.exists(now)) {
                labelled.put(name.substring(LABELLED.length()), RemoteFiles.parse(now));
            }
        });
        return new KnownLocations(labelled);
    }

    /** Adds these to the known locations of a run. */
    public void addTo(Path folder) {
        Circumstances.change(folder, known -> {
            Map<String, Place> all = new TreeMap<>(known.places());
            labelled.forEach((name, place) -> all.put(LABELLED + name, Place.of(place, folder)));
            return known.at(all);
        });
    }
}
