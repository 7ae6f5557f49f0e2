package org.eddp.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eddp.cli.Commands;
import org.eddp.cli.Main;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What results say they were asked: the same words for the same question, wherever and however it was asked. */
class NormalisedCommandTest {
    private static final CommandSpec PROGRAM = Main.commandLine().getCommandSpec();

    private static List<String> asked(String command) {
        return NormalisedCommand.of(PROGRAM, List.of(command.split(" ")));
    }

    @Test
    void foldersThreadsAndPlacesToWriteToAreNoPartOfTheQuestion() {
        assertThat(asked("learn --features /here/f --concepts 4 --threads 2 --out /there/run --resume --json=/x.json"))
                .isEqualTo(asked("learn --features f2 --concepts 4 --out r --overwrite"))
                .containsExactly("learn", "--features", "FEATURES", "--concepts", "4");
        assertThat(asked("label --run=/here/run --dataset /data/broden/"))
                .containsExactly("label", "--run", "RUN", "--dataset", "broden");
        assertThat(asked("compare /here/a b/c --html page.html --against b/c"))
                .containsExactly("compare", "a", "c", "--against", "c");
        assertThat(asked("look /here/net.onnx photos --concepts 8 --out there"))
                .containsExactly("look", "net.onnx", "photos", "--concepts", "8");
        assertThat(asked("baselines --run x/a,y/b --dataset d --out o"))
                .containsExactly("baselines", "--run", "a,b", "--dataset", "d");
    }

    @Test
    void whoDidTheWorkIsNoPartOfTheQuestion() {
        assertThat(asked("label --run r --dataset d --merge"))
                .isEqualTo(asked("label --run r --dataset d --part 2/7"))
                .isEqualTo(asked("label --run r --dataset d"));
        assertThat(asked("correct --run r --merge --concept 1,2")).contains("--merge");
    }

    @Test
    void whatDecidesResultsStays() {
        String question = "edit --run RUN --image cock.jpg --remove 12 --where 0,0,3,6 --amount q0.005 --search";
        assertThat(asked(question)).containsExactly(question.split(" "));
    }

    /** An option of several commands is part of the question of all of them or of none, except for parts that correct merges. */
    @Test
    void commandsAgreeOnWhatIsAsked() {
        Map<String, Set<Boolean>> seen = new TreeMap<>();
        for (Class<?> command : Commands.ALL) {
            for (OptionSpec option : new CommandLine(command).getCommandSpec().options()) {
                boolean left = asked("x")
                        .equals(NormalisedCommand.of(
                                new CommandLine(command).getCommandSpec(),
                                option.arity().max() == 0
                                        ? List.of("x", option.longestName())
                                        : List.of("x", option.longestName(), "y")));
                seen.computeIfAbsent(option.longestName(), name -> new TreeSet<>())
                        .add(left);
            }
        }
        assertThat(seen.keySet()).hasSizeGreaterThan(100);
        seen.entrySet().removeIf(option -> option.getValue().size() == 1);
        assertThat(seen).containsOnlyKeys("--merge");
    }
}
