package org.eddp.network.torchscript;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eddp.files.FileFailure;
import org.eddp.files.Json;
import org.eddp.monitor.Stopped;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.tensor.script.ScriptFailure;
import org.eddp.tensor.script.ScriptModule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs networks for the first time, in a process of their own: a program that crashes, never ends or asks for all memory there is
 * costs that process and a message, not this one. What was found is kept by the file's digest, so a file is tried once.
 *
 * <p>The process stays for a while, for the next network. Where no such process can be started (a Java without its launcher, classes
 * that are not on the class path) networks are tried here, and a warning says so.
 */
final class Trials {
    private static final Logger LOG = LoggerFactory.getLogger(Trials.class);
    private static final Trials USUAL = new Trials(null, TrialMemory.ofEnvironment());
    private static final long IDLE_SECONDS = 10;

    /** Exit codes of a process that was asked to end, as Ctrl-C asks all processes of a terminal. */
    private static final List<Integer> ASKED_TO_END = List.of(130, 143);

    private static final int KILLED = 137;

    private final TrialLimits given;
    private final TrialMemory memory;
    private final Thread hook = new Thread(this::stop, "eddp-trial-stop");
    private volatile Process process;
    private volatile boolean stopping;
    private DataOutputStream questions;
    private DataInputStream answers;
    private long lastUse;

    /** @param given null for those of the environment */
    Trials(TrialLimits given, TrialMemory memory) {
        this.given = given;
        this.memory = memory;
    }

    /**
     * What a network is found to be when it is run.
     *
     * @param file that has been looked at by {@link ScriptFile#check}
     * @param known the images it takes, or null
     * @param output which of several results has the logits, or null
     * @throws NetworkFailure if it cannot be run, or not within the limits
     */
    static TrialFacts facts(Path file, ImageInput known, String output) {
        return USUAL.of(file, known, output);
    }

    TrialFacts of(Path file, ImageInput known) {
        return of(file, known, null);
    }

    private synchronized TrialFacts of(Path file, ImageInput known, String output) {
        TrialMemory.Key key = TrialMemory.key(file, known, output);
        TrialFacts remembered = memory.find(key);
        if (remembered != null) {
            return remembered;
        }
        TrialLimits limits = given == null ? TrialLimits.ofEnvironment() : given;
        try {
            if (!isRunning() && !start(limits)) {
                return here(file, known, output);
            }
            TrialFacts facts = ask(file, known, output, limits);
            memory.keep(key, facts);
            return facts;
        } catch (ScriptFailure | NetworkFailure e) {
            throw new NetworkFailure("cannot load network " + file + ": " + e.getMessage(), e);
        }
    }

    private static TrialFacts here(Path file, ImageInput known, String output) {
        return ScriptTrial.of(() -> ScriptModule.load(file), known, output);
    }

    private boolean isRunning() {
        return process != null && process.isAlive();
    }

    private boolean start(TrialLimits limits) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        command.addAll(List.of("-XX:+ErrorFileToStderr", "-XX:+DisplayVMOutputToStderr", "-XX:-CreateCoredumpOnCrash"));
        command.addAll(List.of("-Dorg.bytedeco.javacpp.maxPhysicalBytes=0", "-Dorg.bytedeco.javacpp.maxBytes=0"));
        command.add("-Djava.awt.headless=true");
        command.addAll(List.of("-cp", classPath(), TrialProcess.class.getName()));
        command.addAll(List.of(String.valueOf(limits.seconds()), String.valueOf(limits.megabytes())));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(
                        System.getenv("EDDP_DEBUG") == null
                                ? ProcessBuilder.Redirect.DISCARD
                                : ProcessBuilder.Redirect.INHERIT);
        builder.environment().putIfAbsent("OMP_WAIT_POLICY", "passive");
        builder.environment().putIfAbsent("OPENBLAS_NUM_THREADS", "1");
        try {
            process = builder.start();
            endWithThisProcess();
            questions = new DataOutputStream(process.getOutputStream());
            answers = new DataInputStream(process.getInputStream());
            answers.readUTF(); // ready
            answers.readUTF();
            return true;
        } catch (IOException e) {
            close();
            if (stopping) {
                throw new Stopped("loading a network was stopped");
            }
            LOG.warn("no process of its own can be started for the first run of a network; it is run in this one");
            return false;
        }
    }

    /** With where this class is from: {@code spark-submit} loads programs from elsewhere than the class path. */
    private static String classPath() {
        String path = System.getProperty("java.class.path");
        CodeSource source = Trials.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? path : Path.of(source.getLocation().toURI()) + File.pathSeparator + path;
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) { // no file
            return path;
        }
    }

    /** Or it would go on until it notices that nobody asks any more. */
    private void endWithThisProcess() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) { // on its way out already
            stop();
        }
    }

    private void stop() {
        stopping = true;
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    private TrialFacts ask(Path file, ImageInput known, String output, TrialLimits limits) {
        Path found = fresh();
        try {
            new TrialProcess.Question(file.toAbsolutePath(), found, known, output).write(questions);
            TrialProcess.Outcome outcome = TrialProcess.Outcome.valueOf(answers.readUTF());
            String text = answers.readUTF();
            used();
            return switch (outcome) {
                case FOUND -> Json.read(found, TrialFacts.class);
                case REFUSED -> throw new NetworkFailure(text);
                case TOO_LONG -> throw ended(limits.tooLong());
                case TOO_LARGE -> throw ended(limits.tooLarge());
                case READY, BROKEN -> throw new IllegalStateException("the first run of " + file + ": " + text);
            };
        } catch (IOException e) {
            throw died(file);
        } finally {
            discard(found);
        }
    }

    private static Path fresh() {
        try {
            return Files.createTempFile("eddp-trial", ".json");
        } catch (IOException e) {
            throw FileFailure.writing(Path.of(System.getProperty("java.io.tmpdir")), e);
        }
    }

    private NetworkFailure ended(NetworkFailure why) {
        close();
        return why;
    }

    private RuntimeException died(Path file) {
        int code = exitCode();
        close();
        if (stopping || ASKED_TO_END.contains(code)) {
            return new Stopped("loading " + file + " was stopped");
        }
        return new NetworkFailure("its program ended the process that ran it for the first time (exit code " + code
                + (code == KILLED ? ", which is what the system does when memory runs out" : "")
                + "), so it is not run here");
    }

    private int exitCode() {
        try {
            return process.waitFor(IDLE_SECONDS, TimeUnit.SECONDS) ? process.exitValue() : -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    private static void discard(Path found) {
        try {
            Files.deleteIfExists(found);
        } catch (IOException e) {
            throw FileFailure.writing(found, e);
        }
    }

    private void used() {
        lastUse = System.nanoTime();
        CompletableFuture.delayedExecutor(IDLE_SECONDS, TimeUnit.SECONDS).execute(this::closeIfIdle);
    }

    private synchronized void closeIfIdle() {
        if (process != null && System.nanoTime() - lastUse >= TimeUnit.SECONDS.toNanos(IDLE_SECONDS)) {
            close();
        }
    }

    private void close() {
        if (process != null) {
            process.destroyForcibly();
            process = null;
        }
    }
}
