package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.Loader;
import org.eddp.files.Digests;
import org.junit.jupiter.api.Test;

/** The list of parts by others names every library of the program, with its checksum, and no other. */
class ThirdPartyTest {
    private static final Path LIST = Path.of("..", "docs", "third-party.md");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([^`]+\\.jar)` \\| [^|]+ \\| [^|]+ \\| `([0-9a-f]{64})` \\|$");

    /** Libraries of the tests, which are not part of the program. */
    private static final Pattern FOR_TESTS =
            Pattern.compile("(junit|surefire|assertj|archunit|byte-buddy|opentest4j|apiguardian|jspecify|onnxruntime"
                    + "|common-java5|jazzer|org\\.jacoco|eddp)[-.].*");

    private static Map<String, String> listed() throws IOException {
        Map<String, String> files = new TreeMap<>();
        for (MatchResult row : ROW.matcher(Files.readString(LIST)).results().toList()) {
            files.put(row.group(1), row.group(2));
        }
        return files;
    }

    private static Map<String, String> used() {
        Map<String, String> files = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path file = Path.of(entry);
            String name = String.valueOf(file.getFileName());
            if (name.endsWith(".jar") && !FOR_TESTS.matcher(name).matches()) {
                files.put(name, Digests.of(file));
            }
        }
        return files;
    }

    /** On another system than that of the list, native jars are others. */
    private static boolean isComparable(String name) {
        return Loader.getPlatform().equals("linux-x86_64") || !name.matches(".*-(linux|macosx|windows)-.*");
    }

    @Test
    void namesWhatIsUsed() throws IOException {
        Map<String, String> used = used();
        Map<String, String> listed = listed();
        used.keySet().removeIf(name -> !isComparable(name));
        listed.keySet().removeIf(name -> !isComparable(name));
        assertThat(used).hasSizeGreaterThan(15);
        assertThat(listed).as("docs/third-party.md").isEqualTo(used);
    }
}
