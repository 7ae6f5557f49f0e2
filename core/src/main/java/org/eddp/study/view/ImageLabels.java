package org.eddp.study.view;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.failure.InvalidInput;
import org.eddp.features.FeatureSet;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;
import org.eddp.files.json.Csv;
import org.eddp.labels.AnnotatedDataset;
import org.eddp.names.ClassNames;
import org.eddp.network.OutputKind;
import org.eddp.run.Run;

/**
 * The true classes of the images of a run, or their true labels, as far as they are known. Labels are texts from a
 * source; a text that is not a class of the network counts as unknown.
 *
 * @param source of the texts, as in {@link #sources}
 * @param classes numbers for every image; null where nothing is known
 * @param inexact texts that are not the name of a class but were read as one, with the name of that class
 * @param foreign texts that are not a class of the network
 */
public record ImageLabels(String source, List<int[]> classes, Map<String, String> inexact, List<String> foreign) {
    /** The folder that an image is in, or the class that the list of images gives it. */
    public static final String FOLDERS = "folders";
    /** The name of the file without its number: {@code pug} of {@code pug_12.jpg}. */
    public static final String FILE_NAMES = "file names";
    /** A file with columns image and label. */
    public static final String TABLE = "table";
    /** Labels of whole pictures in a dataset in Broden's layout; the name of the category follows. */
    public static final String CATEGORY = "category ";
    /** No labels. */
    public static final String NOTHING = "nothing";

    private static final int EXAMPLES = 3;

    public ImageLabels {
        classes = Collections.unmodifiableList(new ArrayList<>(classes));
        inexact = new TreeMap<>(inexact);
        foreign = List.copyOf(foreign);
    }

    /** The sources of labels in a run that need no file from the user. */
    public static List<String> sources(Run run) {
        List<String> all = new ArrayList<>(List.of(FOLDERS));
        dataset(run).ifPresent(dataset -> categories(dataset).forEach(name -> all.add(CATEGORY + name)));
        all.add(FILE_NAMES);
        return all;
    }

    /**
     * The first source of a run whose texts are classes of the network, more of them by exact name than by similarity.
     * So a folder {@code train} does not become "bullet train". {@link #NOTHING} if there is none.
     */
    public static ImageLabels usual(Run run) {
        for (String source : sources(run)) {
            try {
                ImageLabels found = of(run, source);
                if (found.exact() >= Math.max(1, found.inexact().size())) {
                    return found;
                }
            } catch (InvalidInput e) { // its texts are not classes; the next source may fit
            }
        }
        return of(run, NOTHING);
    }

    /**
     * Labels from a source of the run.
     *
     * @throws InvalidInput if there is no such source, or none of its texts is a class of the network
     */
    public static ImageLabels of(Run run, String source) {
        List<String> names = names(run);
        if (source.equals(NOTHING)) {
            return new ImageLabels(
                    NOTHING,
                    Stream.generate(() -> (int[]) null).limit(names.size()).toList(),
                    Map.of(),
                    List.of());
        }
        if (source.equals(FOLDERS)) {
            List<FeatureSet.ImageRecord> records = run.features().records();
            return read(run, source, records.stream().map(ImageLabels::folder).toList());
        }
        if (source.equals(FILE_NAMES)) {
            return read(run, source, names.stream().map(ImageLabels::stem).toList());
        }
        String category = source.startsWith(CATEGORY) ? source.substring(CATEGORY.length()) : "";
        AnnotatedDataset dataset = dataset(run)
                .filter(known -> categories(known).contains(category))
                .orElseThrow(() -> new InvalidInput(
                        "there are no labels '" + source + "'; there are " + String.join(", ", sources(run))));
        Map<String, String> whole = new HashMap<>();
        dataset.images().forEach(image -> whole.put(image.name(), whole(dataset, image, category)));
        return read(run, source, names.stream().map(whole::get).toList());
    }

    /**
     * Labels from a table with the columns image and label. Images are named as in the run, or by the name of their file if no
     * other image has the same.
     *
     * @throws FileFailure if it cannot be read
     * @throws InvalidInput if it names no image of the run, or no class of its network
     */
    public static ImageLabels of(Run run, Path table) {
        return read(run, TABLE, Arrays.asList(texts(table, names(run))));
    }

    /** The text that a table has for every image; null where it has none. */
    static String[] texts(Path table, List<String> names) {
        Csv.Table rows = Csv.Table.read(table, "image", "label");
        Map<String, Integer> places = new HashMap<>();
        for (int n = 0; n < names.size(); n++) {
            places.merge(last(names.get(n)), n, (one, other) -> -1);
        }
        for (int n = 0; n < names.size(); n++) {
            places.put(names.get(n), n);
        }
        String[] texts = new String[names.size()];
        for (Csv.Row row : rows.rows()) {
            int place = places.getOrDefault(rows.text(row, "image"), -1);
            if (place >= 0) {
                texts[place] = rows.text(row, "label");
            }
        }
        if (Stream.of(texts).noneMatch(Objects::nonNull)) {
            throw new InvalidInput("none of the " + rows.rows().size() + " rows of "
                    + FileNames.last(table) + " names a picture of this run; its pictures are called like "
                    + names.get(0));
        }
        return texts;
    }

    private static List<String> names(Run run) {
        return run.features().records().stream()
                .map(FeatureSet.ImageRecord::name)
                .toList();
    }

    private static String folder(FeatureSet.ImageRecord image) {
        int end = image.name().indexOf('/');
        return image.label() != null || end < 0 ? image.label() : image.name().substring(0, end);
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    private static String stem(String name) {
        String text = last(name).replaceFirst("\\.[^.]*$", "").replaceFirst("[\\s_.-]*\\d+$", "");
        return text.matches("\\d*") ? null : text;
    }

    /** The dataset that the images of a run are of, if they are of one that can be read. */
    private static Optional<AnnotatedDataset> dataset(Run run) {
        Path images = run.pictures().root().toAbsolutePath().normalize();
        Path folder = images.endsWith("images") ? images.getParent() : null;
        if (folder == null || !Files.exists(folder.resolve("index.csv"))) {
            return Optional.empty();
        }
        try {
            return Optional.of(AnnotatedDataset.read(folder));
        } catch (FileFailure e) { // pictures and other labels can be used all the same
            return Optional.empty();
        }
    }

    /** Those that label whole pictures. */
    private static TreeSet<String> categories(AnnotatedDataset dataset) {
        return dataset.images().stream()
                .flatMap(image -> image.annotations().entrySet().stream())
                .filter(entry -> !entry.getValue().whole().isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String whole(AnnotatedDataset dataset, AnnotatedDataset.Image image, String category) {
        List<Integer> labels = dataset.annotation(image).whole(category);
        return labels.isEmpty()
                ? null
                : labels.stream()
                        .map(number -> dataset.label(number).orElseThrow().name())
                        .collect(Collectors.joining("+"));
    }

    private static ImageLabels read(Run run, String source, List<String> texts) {
        LabelReader reader = new LabelReader(
                run.classNames(),
                run.features().info().classes(),
                run.features().outputs());
        List<int[]> classes = texts.stream()
                .map(text -> text == null ? null : reader.read(text))
                .toList();
        ImageLabels labels = new ImageLabels(source, classes, reader.inexact, List.copyOf(reader.foreign));
        if (labels.known() == 0) {
            throw new InvalidInput(
                    labels.foreign().isEmpty()
                            ? "no picture of this run has a label by " + source
                            : "no label by " + source + " is a class of this network, for example "
                                    + examples(labels.foreign()) + "; "
                                    + (run.classNames().names().isEmpty()
                                            ? "its classes have no names; give them"
                                            : "its classes are called like "
                                                    + examples(run.classNames().names())));
        }
        return labels;
    }

    private static String examples(List<String> texts) {
        return texts.stream().limit(EXAMPLES).collect(Collectors.joining(", "));
    }

    /** Number of classes that texts name exactly. */
    private int exact() {
        Set<String> similar = new HashSet<>(inexact.values());
        return (int) classes.stream()
                        .filter(Objects::nonNull)
                        .flatMapToInt(Arrays::stream)
                        .distinct()
                        .count()
                - similar.size();
    }

    /** Number of images with a label. */
    public int known() {
        return (int) classes.stream().filter(Objects::nonNull).count();
    }

    /** The class or the labels of an image; null if they are not known. */
    public int[] of(int image) {
        return classes.get(image);
    }

    /** How labels were read, as sentences. */
    public List<String> sentences() {
        if (source.equals(NOTHING)) {
            return List.of();
        }
        List<String> all = new ArrayList<>();
        all.add(String.format(
                Locale.ROOT,
                "%,d of %,d pictures have a label that is a class of the network.",
                known(),
                classes.size()));
        if (!inexact.isEmpty()) {
            all.add("Read as classes with similar names: "
                    + inexact.entrySet().stream()
                            .limit(LabelReader.MOST_FOREIGN)
                            .map(entry -> entry.getKey() + " = " + entry.getValue())
                            .collect(Collectors.joining(", "))
                    + (inexact.size() > LabelReader.MOST_FOREIGN ? " and others." : "."));
        }
        if (!foreign.isEmpty()) {
            all.add("Not classes of the network: " + String.join(", ", foreign) + ".");
        }
        return all;
    }

    /** Reads texts as classes, each once. */
    private static final class LabelReader {
        private static final int MOST_FOREIGN = 60;

        private final ClassNames names;
        private final int count;
        private final OutputKind outputs;
        private final List<String> words;
        private final Map<String, int[]> known = new HashMap<>();
        private final Map<String, String> inexact = new TreeMap<>();
        private final TreeSet<String> foreign = new TreeSet<>();

        LabelReader(ClassNames names, int count, OutputKind outputs) {
            this.names = names;
            this.count = count;
            this.outputs = outputs;
            words = names.names().stream().limit(count).map(LabelReader::words).toList();
        }

        /** Lower case, with a space around every word. */
        private static String words(String text) {
            return " "
                    + text.toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N}]+", " ")
                            .strip() + " ";
        }

        int[] read(String text) {
            if (!known.containsKey(text)) {
                known.put(text, parse(text));
            }
            return known.get(text);
        }

        private int[] parse(String text) {
            try {
                return FolderLabels.parse("label", text, names, count, outputs);
            } catch (InvalidInput e) {
                Integer similar = outputs == OutputKind.CLASSES ? similar(text) : null;
                if (similar != null) {
                    inexact.put(text, names.names().get(similar));
                    return new int[] {similar};
                }
                if (foreign.size() < MOST_FOREIGN) {
                    foreign.add(text);
                }
                return null;
            }
        }

        /** The only class with the text among its words, otherwise the longest class name among the words of the text. */
        private Integer similar(String text) {
            String wanted = words(text);
            if (wanted.isBlank()) {
                return null;
            }
            int[] around = IntStream.range(0, words.size())
                    .filter(k -> words.get(k).contains(wanted))
                    .toArray();
            return around.length == 1
                    ? (Integer) around[0]
                    : IntStream.range(0, words.size())
                            .filter(k -> !words.get(k).isBlank() && wanted.contains(words.get(k)))
                            .boxed()
                            .max(Comparator.comparingInt(
                                            (Integer k) -> words.get(k).length())
                                    .thenComparing(Comparator.reverseOrder()))
                            .orElse(null);
        }
    }

    /**
     * Reads the class or the labels of images from the name of their folder. Labels are joined by "+" or "|"
     * ({@code effusion+mass}); images without any are in a folder {@code none}.
     */
    public static final class FolderLabels {
        private static final String NONE = "none";

        private FolderLabels() {}

        /**
         * The numbers of the class or labels.
         *
         * @param what names the text in messages
         * @param count of the network's classes or labels
         * @throws InvalidInput if the network has no such class or label
         */
        public static int[] parse(String what, String text, ClassNames names, int count, OutputKind outputs) {
            if (outputs == OutputKind.CLASSES) {
                return new int[] {names.parse(what, text, count)};
            }
            if (text.toLowerCase(Locale.ROOT).equals(NONE)) {
                return new int[0];
            }
            return Arrays.stream(text.split("[+|]"))
                    .map(String::strip)
                    .filter(part -> !part.isEmpty())
                    .mapToInt(part -> names.parse(what, part, count))
                    .distinct()
                    .toArray();
        }
    }
}
