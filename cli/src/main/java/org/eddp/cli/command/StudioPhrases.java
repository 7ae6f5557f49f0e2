package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.command.use.EditText;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.ShellText;
import org.eddp.files.json.Circumstances.Request;
import org.eddp.intervene.Edit;
import org.eddp.studio.CommandLines;
import picocli.CommandLine.Model.CommandSpec;

/** The commands that the studio shows, with the class names that it shows. */
record StudioPhrases(CommandSpec program, Path classNames) implements CommandLines {
    @Override
    public String command(List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        if (classNames != null && CommandText.takes(program, arguments, "--class-names")) {
            all.addAll(List.of("--class-names", classNames.toString()));
        }
        return ShellText.of(program, all);
    }

    @Override
    public Request request(List<String> arguments) {
        return CommandText.request(program, arguments);
    }

    @Override
    public List<String> edits(List<Edit> edits) {
        return EditText.of(edits);
    }
}
