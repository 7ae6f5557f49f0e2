package org.eddp.cli.command;

import org.eddp.cli.terminal.PrintingCommand;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code eddp completion}: a script for the completion of commands and options. */
@Command(
        name = "completion",
        header = "A completion script for bash and zsh.",
        description = "Prints the script; source it in the start file of the shell. Both shells use the same script:"
                + " zsh runs it with its emulation of bash completion.",
        footer = {
            "",
            "Examples:",
            "  source <(./eddp completion bash)        in ~/.bashrc",
            "  source <(./eddp completion zsh)         in ~/.zshrc"
        })
final class CompletionCommand extends PrintingCommand {
    /** Shells that take the script. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private Shell shell;

    @Override
    public Integer call() {
        out().print(AutoComplete.bash(spec.root().name(), spec.root().commandLine()));
        return 0;
    }
}
