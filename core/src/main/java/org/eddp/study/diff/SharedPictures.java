package org.eddp.study.diff;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet.ImageRecord;
import org.eddp.run.Run;

/**
 * The pictures that two runs have in common: those of the same name and the same content.
 *
 * @param names of the pictures
 * @param before their numbers in the features of the first run
 * @param after their numbers in the features of the second run
 */
record SharedPictures(List<String> names, int[] before, int[] after) {
    /** Fewer pictures are too few to compare concepts. */
    static final int LEAST = 20;

    private record Key(String name, String sha256) {}

    /**
     * Finds the common pictures.
     *
     * @throws InvalidInput if there are fewer than {@link #LEAST}
     */
    static SharedPictures of(Run before, Run after) {
        List<ImageRecord> first = before.features().records();
        List<ImageRecord> second = after.features().records();
        Map<Key, Integer> numbers = new HashMap<>();
        for (int n = 0; n < second.size(); n++) {
            numbers.putIfAbsent(key(second.get(n)), n);
        }
        List<String> names = new ArrayList<>();
        List<int[]> pairs = new ArrayList<>();
        for (int n = 0; n < first.size(); n++) {
            Integer other = numbers.remove(key(first.get(n)));
            if (other != null) {
                names.add(first.get(n).name());
                pairs.add(new int[] {n, other});
            }
        }
        if (pairs.size() < LEAST) {
            throw new InvalidInput("the runs " + before.name() + " (" + first.size() + " pictures) and " + after.name()
                    + " (" + second.size() + " pictures) have " + pairs.size()
                    + " pictures of the same name and content in common, but at least " + LEAST
                    + " are needed; extract features of the same pictures for both networks");
        }
        return new SharedPictures(
                List.copyOf(names),
                pairs.stream().mapToInt(pair -> pair[0]).toArray(),
                pairs.stream().mapToInt(pair -> pair[1]).toArray());
    }

    private static Key key(ImageRecord image) {
        return new Key(image.name(), image.sha256());
    }

    int count() {
        return names.size();
    }
}
