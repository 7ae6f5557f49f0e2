package org.eddp.study.repair;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.eddp.images.source.ImageList;
import org.eddp.names.ClassNames;
import org.eddp.names.Named;

/**
 * Labelled images whose prediction changes.
 *
 * @param fixed number of images that are now right; for labels: with more right labels
 * @param broken number of images that are now wrong; for labels: with fewer right labels
 * @param confused number of images that change from one wrong class to another; for labels: with as many, but other,
 *     right labels
 * @param examples the first of each, up to the limit of a page
 */
public record ChangedImages(int fixed, int broken, int confused, List<Example> examples) {
    private static final int SHOWN = 24;

    public ChangedImages {
        examples = List.copyOf(examples);
    }

    /**
     * An image.
     *
     * @param label its class, or its labels
     * @param before predicted class or labels before
     *
     * @param after predicted class or labels after
     */
    public record Example(ImageList.Entry image, List<Named> label, List<Named> before, List<Named> after) {
        public Example {
            label = List.copyOf(label);
            before = List.copyOf(before);
            after = List.copyOf(after);
        }
    }

    /** Collects images one by one, and keeps only a few examples. */
    static final class Collector {
        private final ClassNames names;
        private final List<Example> examples = new ArrayList<>();
        private int fixed;
        private int broken;
        private int confused;

        Collector(ClassNames names) {
            this.names = names;
        }

        /** @param label numbers of the class or labels, as the others */
        void add(ImageList.Entry image, int[] label, int[] before, int[] after) {
            if (set(before).equals(set(after))) {
                return;
            }
            int gain = wrong(label, before) - wrong(label, after);
            int known = gain > 0 ? fixed++ : gain < 0 ? broken++ : confused++;
            if (known < SHOWN) {
                examples.add(new Example(image, named(label), named(before), named(after)));
            }
        }

        private static Set<Integer> set(int[] numbers) {
            return Arrays.stream(numbers).boxed().collect(Collectors.toSet());
        }

        /** Classes or labels that are in one of two sets alone. */
        private static int wrong(int[] truth, int[] predicted) {
            Set<Integer> either = set(truth);
            either.addAll(set(predicted));
            Set<Integer> both = set(truth);
            both.retainAll(set(predicted));
            return either.size() - both.size();
        }

        private List<Named> named(int[] numbers) {
            return Arrays.stream(numbers).mapToObj(names::of).toList();
        }

        ChangedImages found() {
            return new ChangedImages(fixed, broken, confused, examples);
        }
    }
}
