package org.eddp.cli.command.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.Main;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.LearningSwitches;
import org.eddp.learning.LearnOptions.Scaling;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.study.PresetChanges;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class AblationCommandsTest {
    private static final Path RUN = Path.of("out", "fso-cur");
    private static final AblationCommands COMMANDS = new AblationCommands(
            Main.commandLine().getCommandSpec(),
            Path.of("f"),
            Path.of("data set"),
            12,
            1,
            List.of("--epochs", "2,2,2"));
    private static final PresetChanges NONE = PresetChanges.NONE;

    @Test
    void learningIsNotedWithWhatIsTheVariantsOwn() {
        String begin = "./eddp learn --features f --concepts 12 --seed 1 --resume --out out/fso-cur --variant ";
        String end = " --epochs 2,2,2";
        assertThat(COMMANDS.learn(RUN, Variant.C, NONE.withoutLosses("fso")).typed())
                .isEqualTo(begin + "C --without fso" + end);
        assertThat(COMMANDS.learn(
                                RUN,
                                Variant.U,
                                NONE.withoutLosses("ur", "eac").withStartOnly().withPlainSparsity())
                        .typed())
                .isEqualTo(begin + "U --without ur,eac --start-only --plain-sparsity" + end);
        assertThat(COMMANDS.learn(RUN, Variant.U, NONE.withMarginTarget(4)).typed())
                .isEqualTo(begin + "U --margin-target 4" + end);
        assertThat(COMMANDS.learn(RUN, Variant.U, NONE.withFsoTarget(0.01)).typed())
                .isEqualTo(begin + "U --fso-target 0.01" + end);
        assertThat(COMMANDS.learn(RUN, Variant.U, NONE).typed()).isEqualTo(begin + "U" + end);
    }

    @Test
    void resultsNoteWhatDoesNotDependOnWhereTheyAre() {
        assertThat(COMMANDS.learn(RUN, Variant.U, NONE).command())
                .isEqualTo("./eddp learn --features FEATURES --concepts 12 --seed 1 --variant U --epochs 2,2,2");
        assertThat(COMMANDS.evaluate(RUN).command())
                .isEqualTo("./eddp evaluate --run RUN --features FEATURES --dataset 'data set'");
    }

    @Test
    void whatFollowsIsNotedToo() {
        assertThat(COMMANDS.evaluate(RUN).typed())
                .isEqualTo("./eddp evaluate --run out/fso-cur --features f --dataset 'data set'");
        assertThat(COMMANDS.influence(RUN, true).typed())
                .isEqualTo("./eddp influence --run out/fso-cur --features f --seed 1");
        assertThat(COMMANDS.influence(RUN, false).typed())
                .isEqualTo("./eddp influence --run out/fso-cur --features f --seed 1 --no-test");
    }

    @Test
    void theTextOfChangesGivesThemBack() {
        PresetChanges all = new PresetChanges(
                new PresetChanges.Bounds(1e-3, 0.5, 4.5, 0.02),
                new PresetChanges.Course(List.of(1, 2, 3), 4, List.of(0.1, 1.0, 1e-5), 7, true),
                new PresetChanges.Form(Scaling.WHITEN, true, 0.3, List.of("ur", "ma"), true, true));
        CommandSpec learn =
                CommandText.start(Main.commandLine().getCommandSpec(), "learn").command();
        String text =
                CommandText.start(learn, "").with(new LearningSwitches(all)).toString();
        LearningSwitches switches = new LearningSwitches();
        new CommandLine(switches)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .parseArgs(text.replace("./eddp \'\' ", "").split(" "));
        assertThat(switches.changes()).isEqualTo(all);
    }
}
