package org.eddp.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.cli.option.CommandText;
import org.eddp.cli.option.EditText;
import org.eddp.files.Request;
import org.eddp.intervene.Edit;
import org.eddp.studio.Phrases;
import picocli.CommandLine.Model.CommandSpec;

/** What the studio shows as commands; each knows classes by the names that are shown. */
record StudioPhrases(CommandSpec program, Path classNames) implements Phrases {
    @Override
    public String command(List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        if (classNames != null && CommandText.takes(program, arguments, "--class-names")) {
            all.addAll(List.of("--class-names", classNames.toString()));
        }
        return CommandText.of(all);
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
