package org.eddp.distribution;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A computer with nothing on it but a release of eddp and what the release says that it needs. */
interface Machine {
    /** What a command came to. */
    record Outcome(int code, String out, String err) {}

    /** The folder that commands run in, as this process sees it. */
    Path folder();

    /** The folder where native libraries are unpacked, as this process sees it; not there before the first command. */
    Path nativeLibraries();

    /** Losses and gradients to verify, under the name that commands know them by. */
    String golden();

    /** How eddp is started here, with the environment of this machine and no other. */
    ProcessBuilder command(String... arguments) throws IOException, InterruptedException;

    /** Runs eddp. */
    default Outcome eddp(String... arguments) throws IOException, InterruptedException {
        return run(command(arguments), folder().resolve("err"));
    }

    /**
     * Runs a program.
     *
     * @param errors file that takes what goes to standard error
     */
    static Outcome run(ProcessBuilder program, Path errors) throws IOException, InterruptedException {
        Process process = program.redirectError(errors.toFile()).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), out, Files.readString(errors));
    }
}
