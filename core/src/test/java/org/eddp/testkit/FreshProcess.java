package org.eddp.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Runs a program in a Java process of its own, with the class path of the tests. */
public final class FreshProcess {
    private FreshProcess() {}

    /** How it ended and what it printed, standard error included. */
    public record Outcome(int exitCode, String output) {}

    public static Outcome run(Class<?> program, String... jvmOptions) throws IOException, InterruptedException {
        return runWith(System.getProperty("java.class.path"), program, jvmOptions);
    }

    /** The same with a class path of its own. */
    public static Outcome runWith(String classPath, Class<?> program, String... jvmOptions)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(jvmOptions));
        command.addAll(List.of("-cp", classPath, program.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    /**
     * By how many bytes a program grew between the two times it printed {@code resident BYTES}, with a heap that is all there
     * from the beginning.
     */
    public static long growth(Class<?> program, int heapMegabytes) throws IOException, InterruptedException {
        Outcome outcome = run(
                program,
                "-Xms" + heapMegabytes + "m",
                "-Xmx" + heapMegabytes + "m",
                "-XX:+UseSerialGC",
                "-XX:+AlwaysPreTouch");
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        List<Long> resident = Pattern.compile("resident (\\d+)")
                .matcher(outcome.output())
                .results()
                .map(found -> Long.parseLong(found.group(1)))
                .toList();
        assertThat(resident).hasSize(2);
        return resident.get(1) - resident.get(0);
    }
}
