package org.eddp.experiments.world;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Csv;

/**
 * The class of every picture of a dataset: {@code classes.csv} in its folder, with columns {@code image} (as in
 * {@code index.csv}) and {@code class} (a name).
 *
 * @param names of the classes, sorted; the position of a name is the number of its class
 * @param classes number of the class of every image
 */
record ImageClasses(List<String> names, Map<String, Integer> classes) {
    /** Its name in the folder of a dataset. */
    static final String FILE = "classes.csv";

    /**
     * Reads the table of a dataset.
     *
     * @throws FileFailure if it cannot be read, or names an image twice
     */
    static ImageClasses read(Path dataset) {
        Csv.Table table = Csv.Table.read(dataset.resolve(FILE), "image", "class");
        Builder builder = new Builder();
        for (Csv.Row row : table.rows()) {
            if (builder.classes.put(table.text(row, "image"), table.text(row, "class")) != null) {
                throw table.failure(row, "image " + table.text(row, "image") + " is listed twice");
            }
        }
        return builder.build();
    }

    /**
     * Number of an image's class.
     *
     * @throws FileFailure if the table does not list the image
     */
    int of(String image) {
        Integer found = classes.get(image);
        if (found == null) {
            throw new FileFailure("image " + image + " has no class: it is missing in " + FILE + "; add it there");
        }
        return found;
    }

    /** Collects the table of a new dataset. */
    static final class Builder {
        private final Map<String, String> classes = new TreeMap<>();

        void add(String image, String name) {
            classes.put(image, name);
        }

        ImageClasses build() {
            List<String> names = List.copyOf(new TreeSet<>(classes.values()));
            Map<String, Integer> numbers = new TreeMap<>();
            classes.forEach((image, name) -> numbers.put(image, names.indexOf(name)));
            return new ImageClasses(names, numbers);
        }

        void write(Path dataset) {
            StringBuilder text = new StringBuilder(Csv.line(List.of("image", "class")));
            classes.forEach((image, name) -> text.append(Csv.line(List.of(image, name))));
            AtomicFile.writeString(dataset.resolve(FILE), text.toString());
        }
    }
}
