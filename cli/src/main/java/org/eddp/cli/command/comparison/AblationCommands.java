package org.eddp.cli.command.comparison;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.LearningSwitches;
import org.eddp.files.Request;
import org.eddp.learning.LearnOptions.Variant;
import org.eddp.study.Ablation;
import org.eddp.study.PresetChanges;

/**
 * The steps of an ablation as commands of their own.
 *
 * @param learnOptions further options of {@code eddp learn} that all variants share
 */
record AblationCommands(Path features, Path dataset, int concepts, long seed, List<String> learnOptions)
        implements Ablation.Commands {
    @Override
    public Request learn(Path run, Variant variant, PresetChanges changes) {
        return text(
                List.of("learn", "--features", features.toString(), "--concepts", Integer.toString(concepts)),
                List.of("--seed", Long.toString(seed), "--resume", "--out", run.toString()),
                List.of("--variant", variant.name()),
                LearningSwitches.text(changes),
                learnOptions);
    }

    @Override
    public Request evaluate(Path run) {
        return text(List.of("evaluate"), of(run), List.of("--dataset", dataset.toString()));
    }

    @Override
    public Request influence(Path run, boolean tested) {
        List<String> test = tested ? List.of() : List.of("--no-test");
        return text(List.of("influence"), of(run), List.of("--seed", Long.toString(seed)), test);
    }

    private List<String> of(Path run) {
        return List.of("--run", run.toString(), "--features", features.toString());
    }

    @SafeVarargs
    private static Request text(List<String>... arguments) {
        return CommandText.request(Stream.of(arguments).flatMap(List::stream).toList());
    }
}
