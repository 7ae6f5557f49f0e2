package org.eddp.cli.torture;

import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A process that waits for its command, works, and ends in one way or another. */
final class Victim implements AutoCloseable {
    /** A command takes seconds; whatever takes this long hangs. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Process process;
    private final CompletableFuture<String> err;
    private Duration before = Duration.ZERO;
    private boolean ready;

    Victim(Process process) {
        this.process = process;
        err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()), runnable -> {
            Thread reader = new Thread(runnable, "messages of a victim");
            reader.setDaemon(true);
            reader.start();
        });
    }

    /**
     * How a process ended.
     *
     * @param code its exit code; 137 if it was killed
     * @param err its messages
     * @param work processor time between the command and the end, as far as it was seen
     */
    record End(int code, String err, Duration work) {
        /** Whether it is an end that a user can live with: everything done, or one message that says why not. */
        boolean isOrderly() {
            return code == 0 || ((code == 1 || code == 2) && hasMessage() && !isConfused());
        }

        private boolean hasMessage() {
            return err.lines().anyMatch(line -> line.startsWith("eddp: "));
        }

        /** A stack trace, or a message that admits to have no idea. */
        private boolean isConfused() {
            return err.contains("unexpected failure")
                    || err.contains("cannot go on")
                    || err.lines().anyMatch(line -> line.startsWith("\tat "));
        }

        /** The last message. */
        String message() {
            return err.lines()
                    .filter(line -> line.startsWith("eddp: "))
                    .reduce((first, second) -> second)
                    .orElseGet(() -> err.strip());
        }
    }

    /** Waits until it can begin at once. */
    Victim ready() throws IOException {
        if (ready) {
            return this;
        }
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        while (line != null && !line.equals(VictimMain.READY)) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("the process did not start: " + err.join());
        }
        Thread drain = new Thread(() -> drain(out), "output of a victim");
        drain.setDaemon(true);
        drain.start();
        ready = true;
        return this;
    }

    private static void drain(BufferedReader out) {
        try {
            while (out.readLine() != null) {
                // the output is discarded; a full pipe would block the process
            }
        } catch (IOException e) {
            // closed with the process
        }
    }

    /** Begins the command. */
    void begin(List<String> words) throws IOException {
        ready();
        before = processorTime();
        DataOutputStream in = new DataOutputStream(process.getOutputStream());
        in.writeInt(words.size());
        for (String word : words) {
            in.writeUTF(word);
        }
        in.flush();
    }

    /** Runs the command to its end. */
    End run(List<String> words) throws IOException, InterruptedException {
        begin(words);
        return await();
    }

    /** Waits until it has worked for so long; false if it ended before. */
    boolean works(Duration work, Duration longer) throws InterruptedException {
        while (process.isAlive()) {
            if (worked().compareTo(work) >= 0) {
                Thread.sleep(longer.toMillis());
                return process.isAlive();
            }
            Thread.sleep(2);
        }
        return false;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Lets it stand still, and waits until it does. */
    void stop() throws InterruptedException {
        signal("-STOP");
        Path state = Path.of("/proc/" + process.pid() + "/stat");
        while (process.isAlive() && isRunning(state)) {
            Thread.sleep(1);
        }
    }

    /** Whether a process does not stand still, where the system tells. */
    private static boolean isRunning(Path state) {
        try {
            String text = Files.readString(state);
            return !text.substring(text.lastIndexOf(')')).startsWith(") T");
        } catch (IOException e) {
            return false;
        }
    }

    /** Lets it go on after {@link #stop}. */
    void goOn() {
        signal("-CONT");
    }

    private void signal(String signal) {
        Privileges.succeeds(List.of(), "kill", signal, Long.toString(process.pid()));
    }

    /** Ends it as kill -9 does. */
    void kill() {
        process.destroyForcibly();
    }

    /** Waits for the end. */
    End await() throws InterruptedException {
        Duration seen = worked();
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!process.waitFor(2, TimeUnit.MILLISECONDS)) {
            Duration now = worked();
            seen = now.compareTo(seen) > 0 ? now : seen;
            if (System.nanoTime() > end) {
                kill();
                process.waitFor();
                return new End(-1, "it did not end within " + PATIENCE.toMinutes() + " minutes", seen);
            }
        }
        return new End(process.exitValue(), err.join(), seen);
    }

    private Duration worked() {
        return processorTime().minus(before);
    }

    private Duration processorTime() {
        return process.info().totalCpuDuration().orElse(before);
    }

    private static String text(InputStream in) {
        try (in) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "(its messages were lost: " + e.getMessage() + ")";
        }
    }

    @Override
    public void close() {
        kill();
    }
}
