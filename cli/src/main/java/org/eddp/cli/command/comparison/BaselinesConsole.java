package org.eddp.cli.command.comparison;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.option.CommandText;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.study.BaselineStudy;
import org.eddp.study.BaselineSuite;
import org.eddp.study.Steps;
import picocli.CommandLine.Model.CommandSpec;

/** Prints what other methods found. */
public class BaselinesConsole extends StepsConsole implements BaselineSuite.Observer {
    private final CommandSpec program;
    private final int threads;
    private Path drawn;

    public BaselinesConsole(CommandSpec program, int threads, PrintWriter out) {
        super(out);
        this.program = program;
        this.threads = threads;
    }

    @Override
    public Request request(Steps.Step step) {
        List<String> arguments = new ArrayList<>(List.of(step.name()));
        step.settings().forEach((name, value) -> {
            arguments.add("--" + name);
            if (!value.isEmpty()) {
                arguments.add(value);
            }
        });
        arguments.addAll(List.of("--threads", Integer.toString(threads)));
        return CommandText.request(program, arguments);
    }

    /** Does not print the folder of each run: there are many, and all have the diagrams in the same place. */
    @Override
    void diagrams(int number, Path figures) {
        drawn = figures.getFileName();
    }

    /** Prints the place of the diagrams of all runs once, if there are any. */
    void diagrams(Path out) {
        if (drawn != null) {
            out().println("Diagrams: in the folder " + drawn + " of every run in " + out);
        }
    }

    @Override
    public void fitted(Path run, BaselineStudy.Result result) {
        BaselineCommand.print(out(), run, result);
    }
}
