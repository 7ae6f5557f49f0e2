package org.eddp.cli.command.comparison;

import java.nio.file.Path;
import java.util.List;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.LearningSwitches;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.study.Ablation;
import org.eddp.study.PresetChanges;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The steps of an ablation as separate commands.
 *
 * @param learnOptions further options of {@code eddp learn} that all variants share
 */
public record AblationCommands(
        CommandSpec program, Path features, Path dataset, int concepts, long seed, List<String> learnOptions)
        implements Ablation.Commands {
    @Override
    public Request learn(Path run, Variant variant, PresetChanges changes) {
        return CommandText.start(program, "learn")
                .with("--features", features)
                .with("--concepts", concepts)
                .with("--seed", seed)
                .with("--resume", true)
                .with("--out", run)
                .with("--variant", variant.name())
                .with(new LearningSwitches(changes))
                .and(learnOptions)
                .request();
    }

    @Override
    public Request evaluate(Path run) {
        return of("evaluate", run).with("--dataset", dataset).request();
    }

    @Override
    public Request influence(Path run, boolean tested) {
        return of("influence", run)
                .with("--seed", seed)
                .with("--no-test", !tested)
                .request();
    }

    private CommandText of(String command, Path run) {
        return CommandText.start(program, command).with("--run", run).with("--features", features);
    }
}
