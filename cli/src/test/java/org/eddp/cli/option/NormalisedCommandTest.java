package org.eddp.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eddp.cli.Commands;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What results say they were asked: the same words for the same question, wherever and however it was asked. */
class NormalisedCommandTest {
    private static List<String> asked(String command) {
        return NormalisedCommand.of(List.of(command.split(" ")));
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

    /** Fails for an option with a file that {@link NormalisedCommand} does not know: it would write the path of a folder into results. */
    @Test
    void everyOptionWithAFileIsKnown() {
        Set<String> unknown = new TreeSet<>();
        for (Class<?> command : Commands.ALL) {
            for (OptionSpec option : new CommandLine(command).getCommandSpec().options()) {
                List<Class<?>> types = new ArrayList<>(List.of(option.auxiliaryTypes()));
                types.add(option.type());
                String name = option.longestName();
                boolean known = NormalisedCommand.LEFT_OUT.contains(name)
                        || NormalisedCommand.NAMED.contains(name)
                        || NormalisedCommand.OWN.containsKey(name);
                if (types.contains(Path.class) && !known) {
                    unknown.add(command.getSimpleName() + " " + name);
                }
            }
        }
        assertThat(unknown).isEmpty();
    }
}
