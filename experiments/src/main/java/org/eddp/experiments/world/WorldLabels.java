package org.eddp.experiments.world;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eddp.labels.AnnotatedDataset;

/** Numbers of all labels, and the label maps of a picture in these numbers. */
final class WorldLabels {
    static final List<String> CATEGORIES = List.of("color", "scene", "object", "part", "material", "texture");

    private final List<AnnotatedDataset.Label> labels = new ArrayList<>();
    private final Map<LabelledConstant, Integer> numbers = new HashMap<>();

    WorldLabels() {
        add("color", 0, ColourName.values());
        add("scene", 0, SceneKind.values());
        // The first of these stands for "none" and has no label.
        add("object", 1, ObjectKind.values());
        add("part", 1, ObjectPart.values());
        add("material", 0, Material.values());
        add("texture", 1, Pattern.values());
    }

    private void add(String category, int first, LabelledConstant... values) {
        for (int i = first; i < values.length; i++) {
            numbers.put(values[i], labels.size() + 1);
            labels.add(AnnotatedDataset.Label.of(labels.size() + 1, values[i].label(), category));
        }
    }

    List<AnnotatedDataset.Label> all() {
        return labels;
    }

    int number(LabelledConstant value) {
        return numbers.getOrDefault(value, 0);
    }

    /**
     * Label maps of a picture, by category; a pixel of a map has the label at the middle of its part of the picture.
     */
    Map<String, List<int[]>> maps(WorldPicture picture, int size) {
        int[] objects = new int[size * size];
        int[] parts = new int[size * size];
        int[] materials = new int[size * size];
        int[] textures = new int[size * size];
        int[] colours = new int[size * size];
        for (int pixel = 0; pixel < size * size; pixel++) {
            int x = (2 * (pixel % size) + 1) * picture.size() / (2 * size);
            int y = (2 * (pixel / size) + 1) * picture.size() / (2 * size);
            int from = y * picture.size() + x;
            objects[pixel] = number(ObjectKind.values()[picture.objects()[from]]);
            parts[pixel] = number(ObjectPart.values()[picture.parts()[from]]);
            int material = picture.materials()[from];
            materials[pixel] = material == 0 ? 0 : number(Material.values()[material - 1]);
            textures[pixel] = number(Pattern.values()[picture.patterns()[from]]);
            colours[pixel] = number(colour(picture, pixel % size, pixel / size, size));
        }
        return Map.of(
                "object", List.of(objects),
                "part", List.of(parts),
                "material", List.of(materials),
                "texture", List.of(textures),
                "color", List.of(colours));
    }

    /** Name of the mean colour under a pixel of the map: the sensor's noise does not change the name. */
    private static ColourName colour(WorldPicture picture, int x, int y, int size) {
        int left = x * picture.size() / size;
        int right = Math.max(left + 1, (x + 1) * picture.size() / size);
        int top = y * picture.size() / size;
        int bottom = Math.max(top + 1, (y + 1) * picture.size() / size);
        double[] sum = new double[3];
        for (int v = top; v < bottom; v++) {
            for (int u = left; u < right; u++) {
                for (int channel = 0; channel < 3; channel++) {
                    sum[channel] += picture.level(u, v, channel);
                }
            }
        }
        double count = (right - left) * (bottom - top);
        return ColourName.of(sum[0] / count, sum[1] / count, sum[2] / count);
    }
}
