package org.eddp.words;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Csv;

/**
 * Content of {@code given-names.json}: names given by hand.
 *
 * @param eddp version that wrote it
 * @param command that stored them
 * @param directions digest of the directions they are about
 * @param source file they come from
 * @param names given, one per concept
 */
public record GivenNames(String eddp, String command, String directions, String source, List<Given> names) {
    /** The columns of a table of names. */
    public static final String CONCEPT = "concept";

    public static final String NAME = "name";
    private static final int LONGEST = 200;
    private static final String UNACCEPTABLE = " is longer than " + LONGEST + " letters, or has more than one line";

    public GivenNames {
        names = List.copyOf(names);
    }

    /** A name for a concept. */
    public record Given(int number, String name) {}

    /** The names by concept number. */
    public Map<Integer, String> byNumber() {
        Map<Integer, String> map = new LinkedHashMap<>();
        names.forEach(given -> map.put(given.number(), given.name()));
        return map;
    }

    private static boolean acceptable(String name) {
        return name.length() <= LONGEST && name.chars().noneMatch(Character::isISOControl);
    }

    /**
     * The same with another name for one concept.
     *
     * @param name empty to remove the name
     * @throws InvalidInput if it is too long or has more than one line
     */
    public GivenNames with(int number, String name) {
        if (!acceptable(name.strip())) {
            throw new InvalidInput("the name of concept " + number + UNACCEPTABLE);
        }
        Map<Integer, String> all = new TreeMap<>(byNumber());
        if (name.isBlank()) {
            all.remove(number);
        } else {
            all.put(number, name.strip());
        }
        return new GivenNames(
                eddp,
                command,
                directions,
                source,
                all.entrySet().stream()
                        .map(entry -> new Given(entry.getKey(), entry.getValue()))
                        .toList());
    }

    /**
     * Reads a table with the columns {@code concept} and {@code name}, in any order and among others; concepts whose name is empty
     * have none.
     *
     * @param concepts of the run
     * @throws FileFailure if it cannot be read, or names a concept that does not exist or twice
     */
    public static List<Given> read(Path file, int concepts) {
        Csv.Table table = Csv.Table.read(file, CONCEPT, NAME);
        Map<Integer, Given> names = new TreeMap<>();
        for (Csv.Row row : table.rows()) {
            int number = table.number(row, CONCEPT, 0, concepts - 1);
            String name = table.text(row, NAME).strip();
            if (name.isEmpty()) {
                continue;
            }
            if (!acceptable(name)) {
                throw table.failure(row, "the name of concept " + number + UNACCEPTABLE);
            }
            if (names.put(number, new Given(number, name)) != null) {
                throw table.failure(row, "concept " + number + " has a second name; give it one");
            }
        }
        if (names.isEmpty()) {
            throw new FileFailure("cannot use " + file + ": no concept has a name in its column " + NAME);
        }
        return List.copyOf(names.values());
    }
}
