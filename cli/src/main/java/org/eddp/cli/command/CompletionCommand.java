package org.eddp.cli.command;

import org.eddp.cli.terminal.PrintingCommand;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code eddp completion}: what a shell needs to complete commands and options. */
@Command(
        name = "completion",
        header = "A script by which bash or zsh completes commands and options.",
        description =
                "Prints it. Read it in the shell's start file; the script is the same for both shells, which zsh runs with"
                        + " its emulation of bash's completion.",
        footer = {
            "",
            "Examples:",
            "  source <(./eddp completion bash)        in ~/.bashrc",
            "  source <(./eddp completion zsh)         in ~/.zshrc"
        })
public final class CompletionCommand extends PrintingCommand {
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
