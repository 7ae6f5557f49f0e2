package org.eddp.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.Main;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Commands that the studio shows can be parsed. */
class StudioPhrasesTest {
    private static final CommandLine PROGRAM = Main.commandLine();
    private static final Path RUN = Path.of("run");
    private static final StudioPhrases PHRASES = new StudioPhrases(PROGRAM.getCommandSpec(), Path.of("names.txt"));

    private static void parses(String command) {
        List<String> words = List.of(command.substring("./eddp ".length()).split(" "));
        assertThat(PROGRAM.parseArgs(words.toArray(String[]::new)).errors()).isEmpty();
    }

    @Test
    void commandsAreParsedBack() {
        parses(PHRASES.explain(RUN, Path.of("a.jpg"), "cat", "dog"));
        parses(PHRASES.search(RUN, Path.of("a.jpg"), "dog"));
        parses(PHRASES.concept(RUN, 3, 0.5));
        parses(PHRASES.command(List.of("health", "--run", "run", "--json", "health.json")));
    }

    @Test
    void onlyCommandsThatKnowClassesGetTheirNames() {
        assertThat(PHRASES.explain(RUN, Path.of("a.jpg"), null, null)).endsWith(" --class-names names.txt");
        assertThat(PHRASES.command(List.of("learn", "--features", "f"))).isEqualTo("./eddp learn --features f");
        assertThat(PHRASES.command(List.of("compare", "a", "b"))).isEqualTo("./eddp compare a b");
    }
}
