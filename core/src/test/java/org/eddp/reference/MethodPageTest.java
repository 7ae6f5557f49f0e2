package org.eddp.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.directions.Term;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** docs/method.md names every equation, and only code that exists, in whatever module. */
class MethodPageTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");
    private static final int EQUATIONS = 45;

    private static String page;
    /** Source files by the simple name of their type. */
    private static final Map<String, List<Path>> SOURCES = new HashMap<>();

    @BeforeAll
    static void read() throws IOException {
        page = Files.readString(ROOT.resolve("docs/method.md"));
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module :
                    modules.filter(m -> Files.isDirectory(m.resolve("src"))).toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src"))) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(MethodPageTest::add);
                }
            }
        }
    }

    private static void add(Path file) {
        String name = file.getFileName().toString().replace(".java", "");
        SOURCES.computeIfAbsent(name, key -> new ArrayList<>()).add(file);
    }

    /** Cells of the rows of all tables. */
    private static List<String[]> rows() {
        return page.lines()
                .filter(line -> line.startsWith("| ") && line.contains("`"))
                .map(line -> line.substring(2, line.length() - 2).split(" \\| ", -1))
                .toList();
    }

    @Test
    void everyEquationHasARow() {
        List<String> numbers = rows().stream()
                .filter(cells -> cells.length == 5)
                .map(cells -> cells[0])
                .filter(number -> !number.equals("none"))
                .toList();
        assertThat(numbers)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, EQUATIONS)
                        .mapToObj(Integer::toString)
                        .toList());
    }

    @Test
    void everyLossIsThereWithItsFormula() {
        String text = page.replace("&#124;", "|");
        for (Term term : Term.values()) {
            assertThat(text).contains("L^" + term.symbol() + " = " + term.formula());
        }
    }

    @Test
    void everyNamedClassMethodAndTestExists() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String[] cells : rows()) {
            assertThat(cells.length).as(String.join(" | ", cells)).isIn(3, 5);
            assertThat(cells[cells.length - 2]).as("code of " + cells[0]).contains("`");
            assertThat(cells[cells.length - 1]).as("tests of " + cells[0]).contains("`");
            check(cells[cells.length - 2], "src/main", missing);
            check(cells[cells.length - 1], "src/test", missing);
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void everyClassNamedInTheTextExists() {
        String text = page.substring(0, page.indexOf("## Equations"));
        Matcher names = NAME.matcher(text);
        while (names.find()) {
            if (Character.isUpperCase(names.group(1).charAt(0))) {
                assertThat(SOURCES).containsKey(names.group(1));
            }
        }
    }

    private static void check(String cell, String tree, List<String> missing) throws IOException {
        Matcher names = NAME.matcher(cell);
        while (names.find()) {
            if (!exists(names.group(1), tree)) {
                missing.add(names.group(1));
            }
        }
    }

    /** Whether a source of the tree declares {@code Type}, {@code Type.member} or {@code Type.Nested.member}. */
    private static boolean exists(String name, String tree) throws IOException {
        String[] parts = name.split("\\.", -1);
        for (Path file : SOURCES.getOrDefault(parts[0], List.of())) {
            if (file.toString().contains(tree) && declares(Files.readString(file), parts)) {
                return true;
            }
        }
        return false;
    }

    private static boolean declares(String source, String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String type = "\\b(class|record|interface|enum) " + parts[i] + "\\b";
            // a name after a type and before a parenthesis, at the beginning of a line
            String method = "(?m)^ +(?!return |new |throw |else )(?:[\\w@<>\\[\\],.?]+ )+" + parts[i] + "\\(";
            if (!Pattern.compile(Character.isUpperCase(parts[i].charAt(0)) ? type : method)
                    .matcher(source)
                    .find()) {
                return false;
            }
        }
        return true;
    }
}
