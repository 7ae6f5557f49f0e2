package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between the pages of the documentation lead to files and headings that exist. */
class DocumentationLinksTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path INDEX = ROOT.resolve("docs/README.md");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Path GLOSSARY = ROOT.resolve("docs/glossary.md");
    private static final int README_LINES = 120;
    private static final int WIDTH = 125;

    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** The page without code, where brackets and # have another meaning. */
    private static String prose(Path page) {
        try {
            return Files.readString(page).replaceAll("(?ms)^ *```.*?^ *```", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> links(Path page) {
        return LINK.matcher(prose(page).replaceAll("`[^`\n]*`", ""))
                .results()
                .map((MatchResult link) -> link.group(1))
                .filter(link -> !link.matches("[a-z]+:.*"))
                .toList();
    }

    /** Names of the headings of a page as GitHub makes them. */
    private static Set<String> anchors(Path page) {
        Set<String> names = new HashSet<>();
        prose(page).lines().filter(line -> line.matches("#+ .*")).forEach(line -> {
            String name = line.replaceFirst("#+ ", "")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            String unique = name;
            for (int n = 1; !names.add(unique); n++) {
                unique = name + "-" + n;
            }
        });
        return names;
    }

    private static Path target(Path page, String link) {
        String file = link.replaceFirst("#.*", "");
        return file.isEmpty() ? page : page.resolveSibling(file).normalize();
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int seen = 0;
        for (Path page : pages()) {
            for (String link : links(page)) {
                Path target = target(page, link);
                String anchor = link.contains("#") ? link.substring(link.indexOf('#') + 1) : "";
                if (!Files.exists(target)
                        || !anchor.isEmpty() && !anchors(target).contains(anchor)) {
                    broken.add(ROOT.relativize(page) + ": " + link);
                }
                seen++;
            }
        }
        assertThat(seen).isGreaterThan(100);
        assertThat(broken).isEmpty();
    }

    @Test
    void theIndexLeadsToEveryPage() throws IOException {
        List<Path> listed =
                links(INDEX).stream().map(link -> target(INDEX, link)).toList();
        assertThat(listed)
                .containsAll(
                        pages().stream().filter(page -> !page.equals(INDEX)).toList());
    }

    @Test
    void everyPictureIsShown() throws IOException {
        Set<Path> shown = new HashSet<>();
        for (Path page : pages()) {
            links(page).forEach(link -> shown.add(target(page, link)));
        }
        try (Stream<Path> pictures = Files.list(ROOT.resolve("docs/images"))) {
            assertThat(shown).containsAll(pictures.toList());
        }
    }

    @Test
    void theReadmeIsShort() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve("README.md"))).hasSizeLessThanOrEqualTo(README_LINES);
    }

    @Test
    void everyPageLinksToTheGlossary() throws IOException {
        assertThat(pages())
                .filteredOn(page -> page.startsWith(ROOT.resolve("docs")) && !page.equals(GLOSSARY))
                .allSatisfy(page -> assertThat(links(page)).contains("glossary.md"));
    }

    /** Tables, pictures and links cannot be broken. */
    @Test
    void proseIsWrapped() throws IOException {
        for (Path page :
                pages().stream().filter(page -> !page.endsWith("commands.md")).toList()) {
            assertThat(prose(page).lines())
                    .as(page.toString())
                    .filteredOn(line -> line.strip().contains(" ") && !line.matches(" *(\\||!\\[|#|`).*"))
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH));
        }
    }
}
