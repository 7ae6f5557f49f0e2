package org.eddp.cli.command.experiment;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eddp.cli.command.comparison.AblationCommands;
import org.eddp.cli.command.comparison.BaselinesConsole;
import org.eddp.cli.command.use.EditText;
import org.eddp.cli.option.CommandText;
import org.eddp.experiments.reproduction.PartResult;
import org.eddp.experiments.reproduction.Reproduction;
import org.eddp.intervene.Edit;
import org.eddp.study.Ablation;
import org.eddp.study.EditStudy;
import org.eddp.study.PresetChanges;
import org.eddp.study.Steps;
import picocli.CommandLine.Model.CommandSpec;

/** Shows progress and the tables of finished parts. The tables of single steps are not printed: there are too many. */
final class ReproduceConsole extends BaselinesConsole implements Reproduction.Observer {
    private final CommandSpec program;
    private final PrintWriter tables;

    ReproduceConsole(CommandSpec program, int threads, PrintWriter out) {
        super(program, threads, new PrintWriter(Writer.nullWriter()));
        this.program = program;
        tables = out;
    }

    @Override
    public void finished(PartResult result) {
        aside(() -> {
            tables.println(result.title());
            result.text().forEach(tables::println);
            result.tables().forEach(table -> tables.print("\n" + table.text()));
            result.leftOut().forEach(why -> tables.println("left out: " + why));
            tables.println();
            tables.flush();
        });
    }

    @Override
    public Ablation.Commands commands(Path features, Path dataset, int concepts, long seed, PresetChanges changes) {
        List<Integer> epochs = changes.course().epochs();
        List<String> further = epochs == null
                ? List.of()
                : List.of("--epochs", epochs.stream().map(String::valueOf).collect(Collectors.joining(",")));
        return new AblationCommands(program, features, dataset, concepts, seed, further);
    }

    @Override
    public EditStudy.Wording wording(Steps.Step search) {
        return new EditStudy.Wording() {
            @Override
            public List<String> words(List<Edit> edits) {
                return EditText.of(edits);
            }

            @Override
            public String replay(List<Edit> edits) {
                List<String> arguments = new ArrayList<>(List.of(search.name()));
                search.settings().forEach((name, value) -> {
                    if (!value.isEmpty()) {
                        arguments.addAll(List.of("--" + name, value));
                    }
                });
                arguments.addAll(EditText.of(edits));
                return CommandText.request(program, arguments).command();
            }
        };
    }
}
