package org.eddp.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.eddp.cli.Main;

/**
 * Somebody's shell, in a folder where {@code ./eddp} is the program under test.
 *
 * @param folder where commands are given
 */
record Shell(Path folder) {
    /** Puts the launcher there: the classes of this build, whatever is packaged. */
    static Shell in(Path folder) throws IOException {
        Path launcher = Files.writeString(
                folder.resolve("eddp"),
                "#!/bin/sh\nexec '%s' -Xmx1g -XX:+UseSerialGC -Djava.awt.headless=true -Dfile.encoding=UTF-8 -cp '%s' %s \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("java.class.path"),
                                Main.class.getName()));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new Shell(folder);
    }

    /** Begins a command; what it says besides its output goes to a file. */
    Process start(String command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectError(errors().toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        return builder.start();
    }

    private Path errors() {
        return folder.resolve("errors.txt");
    }

    /** Gives a command that must succeed, and returns what it prints. */
    String run(String command) throws IOException, InterruptedException {
        Process process = start(command);
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = process.waitFor();
        assertThat(code)
                .as("%s%n%s%n%s", command, out, Files.readString(errors()))
                .isZero();
        return out;
    }
}
