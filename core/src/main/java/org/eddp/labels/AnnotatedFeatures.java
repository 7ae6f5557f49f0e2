package org.eddp.labels;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eddp.features.FeatureSet;
import org.eddp.features.FeatureSource;
import org.eddp.files.FileFailure;
import org.eddp.images.input.Preprocessing;

/**
 * The pictures of a split of an annotated dataset that have features, brought together by name, in the order of the
 * dataset. Masks are read when needed.
 */
public final class AnnotatedFeatures implements LabelledImages {
    private final AnnotatedDataset dataset;
    private final String split;
    private final List<AnnotatedDataset.Image> images;
    private final FeatureSource features;
    private final Preprocessing preprocessing;
    private final int missing;
    private final List<int[]> units;

    private AnnotatedFeatures(
            AnnotatedDataset dataset,
            String split,
            List<AnnotatedDataset.Image> images,
            FeatureSource features,
            Preprocessing preprocessing,
            int missing,
            List<int[]> units) {
        this.dataset = dataset;
        this.split = split;
        this.images = images;
        this.features = features;
        this.preprocessing = preprocessing;
        this.missing = missing;
        this.units = units;
    }

    /**
     * Brings a split and a feature set together.
     *
     * @param split null for all pictures
     * @throws FileFailure if no picture of the split has features
     */
    public static AnnotatedFeatures of(AnnotatedDataset dataset, String split, FeatureSet set) {
        return of(dataset, split, set, set);
    }

    /**
     * Brings a split and a feature set together.
     *
     * @param split null for all pictures
     * @param source the features of {@code set}, wherever they are
     * @throws FileFailure if no picture of the split has features
     */
    public static AnnotatedFeatures of(AnnotatedDataset dataset, String split, FeatureSource source, FeatureSet set) {
        return of(
                dataset,
                split,
                source,
                set.records(),
                set.units(),
                set.info().provenance().preprocessing());
    }

    /**
     * Brings a split and features together.
     *
     * @param split null for all pictures
     * @param records records of the images of {@code source}, in its order; names are those of the dataset
     * @param preprocessing how pictures became the input of the network
     * @throws FileFailure if no picture of the split has features
     */
    public static AnnotatedFeatures of(
            AnnotatedDataset dataset,
            String split,
            FeatureSource source,
            List<FeatureSet.ImageRecord> records,
            Preprocessing preprocessing) {
        int[] all = IntStream.range(0, records.size()).toArray();
        return of(dataset, split, source, records, List.of(all), preprocessing);
    }

    private static AnnotatedFeatures of(
            AnnotatedDataset dataset,
            String split,
            FeatureSource source,
            List<FeatureSet.ImageRecord> records,
            List<int[]> units,
            Preprocessing preprocessing) {
        if (records.size() != source.images()) {
            throw new IllegalArgumentException(
                    "records of " + records.size() + " images, but features of " + source.images());
        }
        Map<String, Integer> positions = new HashMap<>();
        for (int i = 0; i < records.size(); i++) {
            positions.put(records.get(i).name(), i);
        }
        List<AnnotatedDataset.Image> all = dataset.images(split);
        List<AnnotatedDataset.Image> found = new ArrayList<>();
        List<Integer> chosen = new ArrayList<>();
        for (AnnotatedDataset.Image image : all) {
            Integer position = positions.get(image.name());
            if (position != null) {
                found.add(image);
                chosen.add(position);
            }
        }
        if (found.isEmpty()) {
            throw new FileFailure("none of the " + all.size() + " images "
                    + (split == null ? "" : "of split '" + split + "' ") + "of " + dataset.folder()
                    + " has features (the dataset has for example '"
                    + all.get(0).name() + "', the features '"
                    + records.get(0).name() + "'); extract features of this dataset");
        }
        int[] order = chosen.stream().mapToInt(Integer::intValue).toArray();
        return new AnnotatedFeatures(
                dataset,
                split,
                found,
                source.subset(order),
                preprocessing,
                all.size() - found.size(),
                chosen(order, units, records.size()));
    }

    /** For every unit the chosen images, numbered among the chosen ones, in order. */
    private static List<int[]> chosen(int[] order, List<int[]> units, int images) {
        int[] unitOf = new int[images];
        for (int u = 0; u < units.size(); u++) {
            for (int image : units.get(u)) {
                unitOf[image] = u;
            }
        }
        List<IntStream.Builder> found =
                units.stream().map(u -> IntStream.builder()).toList();
        for (int i = 0; i < order.length; i++) {
            found.get(unitOf[order[i]]).add(i);
        }
        return found.stream().map(own -> own.build().toArray()).toList();
    }

    /** The whole dataset. */
    public AnnotatedDataset dataset() {
        return dataset;
    }

    /** The split, null for all pictures. */
    public String split() {
        return split;
    }

    /** Pictures of the split that have no features, because they are broken or were not extracted. */
    public int missing() {
        return missing;
    }

    /** File of a picture. */
    public Path path(int image) {
        return images.get(image).path();
    }

    /** How pictures became the input of the network. */
    public Preprocessing preprocessing() {
        return preprocessing;
    }

    @Override
    public List<int[]> units() {
        return units;
    }

    @Override
    public FeatureSource features() {
        return features;
    }

    @Override
    public LabelledImages.Pixels labels(int image) {
        return dataset.annotation(images.get(image)).pixels();
    }

    @Override
    public Preprocessing.CropBox visiblePart(int image) {
        return dataset.annotation(images.get(image)).visiblePart(preprocessing);
    }

    @Override
    public String labelName(int number) {
        return dataset.label(number).map(AnnotatedDataset.Label::name).orElse("label " + number);
    }
}
