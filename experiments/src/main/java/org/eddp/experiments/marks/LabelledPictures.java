package org.eddp.experiments.marks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ImageList;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.math.Seeds;

/**
 * Photographs of known classes, divided into those to learn from and those to judge by.
 *
 * @param classes their names, in order
 * @param train to learn from
 * @param test to judge by
 */
public record LabelledPictures(List<String> classes, List<Example> train, List<Example> test) {
    /** Share of the pictures of a class that is learned from where a folder does not say. */
    private static final double TRAINING_SHARE = 0.8;

    /** Fewest pictures of a class to learn from, and to judge by. */
    private static final int FEWEST = 2;

    private static final String TRAIN = "train";

    /** A picture and the number of its class. */
    public record Example(ImageList.Entry picture, int label) {}

    /** A picture, the name of its class, and the split that the folder puts it into, or null. */
    private record Found(ImageList.Entry picture, String className, String split) {}

    /**
     * Lists the pictures.
     *
     * @param folder one subfolder per class, or a dataset in Broden's layout
     * @param category of such a dataset, whose labels are the classes; null for the only one that labels whole pictures
     * @param choice of the classes to take, from the names of all
     * @param seed of the division where the folder does not say which pictures are to be learned from
     * @throws FileFailure if a class is missing or has too few pictures
     */
    public static LabelledPictures of(
            Path folder, String category, Function<SortedSet<String>, SortedSet<String>> choice, long seed) {
        boolean dataset = Files.exists(folder.resolve("index.csv"));
        if (category != null && !dataset) {
            throw new FileFailure("category '" + category + "' was asked for, but " + folder
                    + " has no index.csv; in a plain folder the classes are its subfolders");
        }
        List<Found> found = dataset ? ofDataset(folder, category) : ofFolder(folder);
        TreeMap<String, List<Found>> byClass =
                found.stream().collect(Collectors.groupingBy(Found::className, TreeMap::new, Collectors.toList()));
        Map<String, List<Found>> chosen = new LinkedHashMap<>();
        choice.apply(byClass.navigableKeySet()).forEach(name -> chosen.put(name, byClass.get(name)));
        if (chosen.size() < 2) {
            throw new FileFailure(
                    "there is one class only, " + chosen.keySet() + ", in " + folder + "; two or more are needed");
        }
        return divided(folder, chosen, new SplittableRandom(seed));
    }

    private static List<Found> ofFolder(Path folder) {
        return ImageList.ofFolder(folder).entries().stream()
                .filter(entry -> entry.className() != null)
                .map(entry -> new Found(entry, entry.className(), null))
                .toList();
    }

    private static List<Found> ofDataset(Path folder, String wanted) {
        AnnotatedDataset dataset = AnnotatedDataset.read(folder);
        String category = wanted == null ? onlyCategory(dataset) : wanted;
        List<Found> found = new ArrayList<>();
        for (AnnotatedDataset.Image image : dataset.images()) {
            List<Integer> labels = dataset.annotation(image).whole(category);
            if (labels.size() == 1) {
                String name = dataset.label(labels.get(0)).orElseThrow().name();
                found.add(new Found(new ImageList.Entry(image.name(), image.path(), name), name, image.split()));
            }
        }
        if (found.isEmpty()) {
            throw new FileFailure("no picture of " + folder + " has one label of category '" + category
                    + "' as a whole; categories that label whole pictures: " + categories(dataset));
        }
        return found;
    }

    private static String onlyCategory(AnnotatedDataset dataset) {
        TreeSet<String> categories = categories(dataset);
        if (categories.size() != 1) {
            throw new FileFailure("categories of " + dataset.folder() + " that label whole pictures: " + categories
                    + "; say which of them are the classes");
        }
        return categories.first();
    }

    private static TreeSet<String> categories(AnnotatedDataset dataset) {
        TreeSet<String> categories = new TreeSet<>();
        dataset.images()
                .forEach(image -> image.annotations().forEach((category, entries) -> {
                    if (!entries.whole().isEmpty()) {
                        categories.add(category);
                    }
                }));
        return categories;
    }

    private static LabelledPictures divided(Path folder, Map<String, List<Found>> classes, SplittableRandom random) {
        List<String> names = List.copyOf(classes.keySet());
        List<Example> train = new ArrayList<>();
        List<Example> test = new ArrayList<>();
        for (int label = 0; label < names.size(); label++) {
            List<Found> all = classes.get(names.get(label));
            boolean told = all.stream().allMatch(f -> f.split() != null) && varies(all);
            int[] order = Seeds.permutation(all.size(), random);
            int trained = 0;
            for (int n = 0; n < order.length; n++) {
                boolean learn = told ? all.get(n).split().equals(TRAIN) : order[n] < TRAINING_SHARE * order.length;
                (learn ? train : test).add(new Example(all.get(n).picture(), label));
                trained += learn ? 1 : 0;
            }
            if (trained < FEWEST || order.length - trained < FEWEST) {
                throw new FileFailure("class '" + names.get(label) + "' of " + folder + " has " + trained
                        + " pictures to learn from and " + (order.length - trained) + " to judge by; it needs at least "
                        + FEWEST + " of each");
            }
        }
        return new LabelledPictures(names, List.copyOf(train), List.copyOf(test));
    }

    /** Whether a dataset says which pictures are to be learned from and has others. */
    private static boolean varies(List<Found> pictures) {
        long train = pictures.stream().filter(f -> f.split().equals(TRAIN)).count();
        return train > 0 && train < pictures.size();
    }

    /** Number of a class. */
    public int label(String name) {
        for (int k = 0; k < classes.size(); k++) {
            if (classes.get(k).equalsIgnoreCase(name)) {
                return k;
            }
        }
        throw new InvalidInput("no class '" + name + "' among " + classes);
    }
}
