package org.eddp.network.torchscript;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.eddp.files.FileFailure;
import org.eddp.files.Json;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.tensor.Engine;
import org.eddp.tensor.script.ScriptFailure;
import org.eddp.tensor.script.ScriptModule;

/**
 * The other side of {@link Trials}: a process that runs networks for the first time, one after the other, as it is asked to on its
 * standard input. It ends itself when a network takes too long or too much memory, and when nobody is left to ask.
 */
final class TrialProcess {
    /** What an answer begins with. */
    enum Outcome {
        /** The process runs; first thing it says. */
        READY,
        /** What was found is in the file that was named. */
        FOUND,
        /** The network cannot be used here, for the reason that follows. */
        REFUSED,
        /** Something that should not happen, as it describes itself. */
        BROKEN,
        /** The time is up. */
        TOO_LONG,
        /** It took more memory than it may. */
        TOO_LARGE
    }

    private static final long LOOK_MILLIS = 20;
    private static final int LONGEST_TEXT = 10_000;

    private final DataOutputStream answers;
    private final TrialLimits limits;
    private final BlockingQueue<Question> questions = new LinkedBlockingQueue<>();
    private final Thread worker = new Thread(this::work, "eddp-trial");
    private boolean busy;
    private long busySince;
    private long mostBytes;

    private TrialProcess(DataOutputStream answers, TrialLimits limits) {
        this.answers = answers;
        this.limits = limits;
    }

    /** @param args seconds and megabytes that one network may take */
    public static void main(String[] args) throws IOException {
        PrintStream out = System.out;
        System.setOut(System.err); // answers only
        TrialProcess process = new TrialProcess(
                new DataOutputStream(new BufferedOutputStream(out)),
                new TrialLimits(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
        process.start(new Thread(() -> process.listen(new DataInputStream(System.in)), "eddp-trial-listen"));
        Engine.start();
        process.start(new Thread(process::watch, "eddp-trial-watch"));
        process.answer(Outcome.READY, "");
        process.start(process.worker);
        process.join();
    }

    private void start(Thread thread) {
        thread.setDaemon(true);
        thread.start();
    }

    private void join() {
        try {
            worker.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads on while a network is tried: the end of the questions is the end of whoever asks. */
    private void listen(DataInputStream in) {
        try {
            while (true) {
                questions.add(Question.read(in));
            }
        } catch (IOException e) {
            Runtime.getRuntime().halt(0);
        }
    }

    /**
     * What is asked.
     *
     * @param file the network
     * @param found where to write {@link TrialFacts}
     * @param known the images it takes, or null
     * @param output which of several results has the logits, or null
     */
    record Question(Path file, Path found, ImageInput known, String output) {
        void write(DataOutputStream out) throws IOException {
            out.writeUTF(file.toString());
            out.writeUTF(found.toString());
            out.writeBoolean(known != null);
            if (known != null) {
                out.writeUTF(known.name());
                out.writeInt(known.channels());
                out.writeInt(known.height());
                out.writeInt(known.width());
            }
            out.writeUTF(output == null ? "" : output);
            out.flush();
        }

        private static Question read(DataInputStream in) throws IOException {
            Path file = Path.of(in.readUTF());
            Path found = Path.of(in.readUTF());
            ImageInput known =
                    in.readBoolean() ? new ImageInput(in.readUTF(), in.readInt(), in.readInt(), in.readInt()) : null;
            String output = in.readUTF();
            return new Question(file, found, known, output.isEmpty() ? null : output);
        }
    }

    private void work() {
        try {
            while (true) {
                work(questions.take());
            }
        } catch (IOException | InterruptedException e) {
            Runtime.getRuntime().halt(1);
        }
    }

    private void work(Question question) throws IOException {
        begin(limits.bytes(Files.size(question.file())));
        try {
            TrialFacts facts =
                    ScriptTrial.of(() -> ScriptModule.load(question.file()), question.known(), question.output());
            Json.write(question.found(), facts);
            answer(Outcome.FOUND, "");
        } catch (ScriptFailure | FileFailure | NetworkFailure e) {
            answer(Outcome.REFUSED, e.getMessage());
        } catch (RuntimeException | Error e) {
            answer(Outcome.BROKEN, e.toString());
        }
    }

    private synchronized void begin(long bytes) {
        busy = true;
        busySince = processorTime();
        mostBytes = bytes;
    }

    private synchronized void answer(Outcome outcome, String text) throws IOException {
        busy = false;
        answers.writeUTF(outcome.name());
        answers.writeUTF(text.substring(0, Math.min(text.length(), LONGEST_TEXT)));
        answers.flush();
    }

    private long processorTime() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(worker.getId());
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK_MILLIS);
                look();
            }
        } catch (IOException | InterruptedException e) {
            Runtime.getRuntime().halt(1);
        }
    }

    private synchronized void look() throws IOException {
        if (!busy) {
            return;
        }
        boolean tooLong = processorTime() - busySince > limits.seconds() * 1_000_000_000L;
        if (tooLong || Engine.residentBytes() > mostBytes) {
            answer(tooLong ? Outcome.TOO_LONG : Outcome.TOO_LARGE, "");
            Runtime.getRuntime().halt(1); // a native call cannot be stopped in any other way
        }
    }
}
