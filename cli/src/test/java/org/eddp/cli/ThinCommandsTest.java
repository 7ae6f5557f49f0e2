package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A command reads options, calls the library and prints: it is short, and knows little of the library. */
class ThinCommandsTest {
    private static final int MOST_TYPES = 8;
    private static final int MOST_LINES = 150;
    private static final Path SOURCES = Path.of("src", "main", "java");

    /** Types outside this module, as imports and full names in the code have them; a wildcard stands for very many. */
    private static final Pattern OUTSIDE =
            Pattern.compile("\\borg\\.eddp\\.(?!cli\\b)(?:[a-z]\\w*\\.)*(?:[A-Z]\\w*|\\*)");

    private static Set<String> outside(String source) {
        return OUTSIDE.matcher(source).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    @TestFactory
    List<DynamicTest> isThin() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<DynamicTest> tests = files.filter(f -> f.toString().endsWith(".java"))
                    .sorted()
                    .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> {
                        String source = Files.readString(f);
                        assertThat(outside(source)).hasSizeLessThanOrEqualTo(MOST_TYPES);
                        assertThat(outside(source)).noneMatch(type -> type.endsWith("*"));
                        assertThat(source.lines().count()).isLessThanOrEqualTo(MOST_LINES);
                    }))
                    .toList();
            assertThat(tests).hasSizeGreaterThan(40);
            return tests;
        }
    }

    @Test
    void everyTypeOutsideIsCountedOnce() {
        assertThat(outside("import org.eddp.run.Run;\n"
                        + "import static org.eddp.run.Run.open;\n"
                        + "import org.eddp.cli.option.Threads;\n"
                        + "import org.eddp.learning.LearnOptions.Variant;\n"
                        + "import org.eddp.labels.*;\n"
                        + "class A { org.eddp.Eddp eddp; }"))
                .containsExactly(
                        "org.eddp.Eddp", "org.eddp.labels.*", "org.eddp.learning.LearnOptions", "org.eddp.run.Run");
    }
}
