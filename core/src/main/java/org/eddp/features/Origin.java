package org.eddp.features;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.eddp.files.Circumstances;
import org.eddp.files.Circumstances.Place;

/**
 * Where the files lie that a result was made from, so that later commands find them: where they were when it was made, or else
 * at the same place as seen from the folder of the result, which may have been moved together with them. It is a convenience
 * and no part of the result: what was used is told by checksums.
 *
 * @param network file, absolute; null if it is not known
 * @param images folder or list, absolute; null if it is not known
 * @param features folder of the feature set, absolute; null in a feature set itself
 */
public record Origin(String network, String images, String features) {
    private static final String NETWORK = "network";
    private static final String IMAGES = "images";
    private static final String FEATURES = "features";

    /** Notes it among the circumstances of a folder; arguments may be null. */
    public static void write(Path folder, Path network, Path images, Path features) {
        Map<String, Place> places = new TreeMap<>();
        put(places, NETWORK, network, folder);
        put(places, IMAGES, images, folder);
        put(places, FEATURES, features, folder);
        Circumstances.change(folder, known -> known.at(places));
    }

    private static void put(Map<String, Place> places, String name, Path file, Path folder) {
        if (file != null) {
            places.put(name, Place.of(file, folder));
        }
    }

    /** Reads it from a folder; all unknown if there is none. */
    public static Origin read(Path folder) {
        Map<String, Place> places = Circumstances.read(folder).places();
        return new Origin(
                place(places.get(NETWORK), folder),
                place(places.get(IMAGES), folder),
                place(places.get(FEATURES), folder));
    }

    private static String place(Place known, Path folder) {
        return known == null ? null : known.from(folder);
    }
}
