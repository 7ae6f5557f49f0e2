package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.files.json.Json;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The same network, pictures and seeds give the files they always gave. {@code kept-bytes.sha256} and
 * {@code kept-forms.sha256} are digests of an earlier version; where a result is meant to change, the failure shows the new
 * lines.
 *
 * <p>The last bits of a sum depend on the vector instructions it is computed with. So the program runs in a process of its own
 * that keeps to the instructions every x86-64 has, and bytes are compared there; on other processors only the form is: keys
 * and their order, words, names and shapes of arrays.
 */
@Tag("slow")
class KeptResultsTest {
    private static final Map<String, String> OLDEST_INSTRUCTIONS =
            Map.of("ATEN_CPU_CAPABILITY", "default", "OPENBLAS_CORETYPE", "Nehalem", "ONEDNN_MAX_CPU_ISA", "SSE41");

    /** The version of eddp, what it is mixed into, and pictures compressed by the JDK. */
    private static final List<String> IGNORED = List.of("eddp", "fingerprint", "picture", "digest");

    private static final Pattern IGNORED_TEXT = Pattern.compile("\"(" + String.join("|", IGNORED) + ")\": \"[^\"]*\"");
    private static final Pattern TEXT_OR_FRACTION =
            Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"|-?\\d+\\.\\d+(?:E-?\\d+)?");
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void makeResults() throws IOException, InterruptedException {
        ProcessBuilder program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.awt.headless=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KeptResults.class.getName())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        program.environment().putAll(OLDEST_INSTRUCTIONS);
        Process process = program.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    @Test
    void bytesAreThoseOfBefore() throws IOException {
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        assumeTrue(
                List.of("amd64", "x86_64").contains(processor),
                "digests are those of x86-64; " + processor + " rounds differently");
        assertThat(digests(KeptResultsTest::bytes)).isEqualTo(kept("kept-bytes.sha256"));
    }

    @Test
    void formsAreThoseOfBefore() throws IOException {
        assertThat(digests(KeptResultsTest::form)).isEqualTo(kept("kept-forms.sha256"));
    }

    private static String kept(String name) throws IOException {
        try (InputStream in = KeptResultsTest.class.getResourceAsStream("/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** A line per file, as sha256sum prints it. */
    private static String digests(Function<Path, byte[]> content) {
        StringBuilder lines = new StringBuilder();
        for (String name : KeptResults.FILES) {
            lines.append(sha256(content.apply(folder.resolve(name))))
                    .append("  ")
                    .append(name)
                    .append('\n');
        }
        return lines.toString();
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new AssertionError("no " + file, e);
        }
    }

    /** The file without what is ignored; fractions by their bits, as Java 19 and later print some with fewer digits. */
    private static byte[] bytes(Path file) {
        if (!file.toString().endsWith(".json")) {
            return read(file);
        }
        String text = IGNORED_TEXT
                .matcher(new String(read(file), StandardCharsets.UTF_8))
                .replaceAll("\"$1\": \"\"");
        return TEXT_OR_FRACTION
                .matcher(text)
                .replaceAll(found -> {
                    String token = found.group();
                    boolean plain = !token.startsWith("\"") && token.equals(Double.toString(Double.parseDouble(token)));
                    return plain
                            ? Long.toHexString(Double.doubleToLongBits(Double.parseDouble(token)))
                            : Matcher.quoteReplacement(token);
                })
                .getBytes(StandardCharsets.UTF_8);
    }

    /** What does not depend on the processor. */
    private static byte[] form(Path file) {
        String name = file.toString();
        byte[] content = read(file);
        String form;
        if (name.endsWith(".json")) {
            form = form(Json.readTree(file));
        } else if (name.endsWith(".npy")) {
            int header = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getShort(8);
            form = new String(content, 0, 10 + header, StandardCharsets.ISO_8859_1);
        } else if (name.endsWith(".safetensors")) {
            long header =
                    ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
            form = DIGEST.matcher(new String(content, 8, (int) header, StandardCharsets.UTF_8))
                    .replaceAll("*");
        } else if (name.endsWith(".onnx")) {
            form = content.length + " bytes";
        } else {
            form = new String(content, StandardCharsets.UTF_8).replaceAll("\\d+", "#");
        }
        return form.getBytes(StandardCharsets.UTF_8);
    }

    /** Numbers and digests masked; elements of an array that are then the same count once. */
    private static String form(JsonNode node) {
        if (node.isNumber()) {
            return "#";
        }
        if (node.isArray()) {
            Set<String> elements = new LinkedHashSet<>();
            node.forEach(element -> elements.add(form(element)));
            return elements.toString();
        }
        if (node.isObject()) {
            StringBuilder form = new StringBuilder("{");
            for (Map.Entry<String, JsonNode> entry : node.properties()) {
                form.append(entry.getKey())
                        .append(": ")
                        .append(IGNORED.contains(entry.getKey()) ? "" : form(entry.getValue()))
                        .append('\n');
            }
            return form.append('}').toString();
        }
        return DIGEST.matcher(node.toString()).replaceAll("*");
    }
}
