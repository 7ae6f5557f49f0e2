package org.eddp.cli.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Processes that wait for a command; the next ones start while a trial is under way. */
final class Victims implements AutoCloseable {
    private static final int WAITING = 2;

    private final Deque<Victim> waiting = new ArrayDeque<>();
    private final List<String> restricted = Privileges.withoutPrivileges();
    private final QuickStart quickStart;

    /**
     * Victims of a campaign.
     *
     * @param folder for what lets them start sooner
     * @param example words of a command whose classes most of them will need
     */
    Victims(Path folder, List<String> example) throws IOException, InterruptedException {
        quickStart = new QuickStart(folder);
        start(List.of(), quickStart.keeping()).run(example);
    }

    /** One that has begun to start already. */
    Victim next() throws IOException {
        while (waiting.size() <= WAITING) {
            waiting.add(start(restricted, quickStart.options()));
        }
        return waiting.remove();
    }

    /** One that cannot write a file longer than so many kilobytes. */
    Victim limited(long kilobytes) throws IOException {
        return start(List.of("bash", "-c", "ulimit -f " + kilobytes + "; exec \"$@\"", "bash"), quickStart.options());
    }

    private static Victim start(List<String> prefix, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + Files.createDirectories(Path.of("target")).resolve("torture-crash-%p.log"),
                "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
                "-Dorg.bytedeco.javacpp.maxBytes=0",
                "-Djava.awt.headless=true",
                "-Dfile.encoding=UTF-8"));
        command.addAll(options);
        command.add(VictimMain.class.getName());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("OMP_WAIT_POLICY", "passive");
        builder.environment().put("OPENBLAS_NUM_THREADS", "1");
        return new Victim(builder.start());
    }

    @Override
    public void close() {
        waiting.forEach(Victim::close);
    }
}
