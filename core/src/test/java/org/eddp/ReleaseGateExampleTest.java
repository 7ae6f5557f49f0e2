package org.eddp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditedPair;
import org.eddp.monitor.Monitor;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.AuditStudy;
import org.eddp.testkit.MadeAudit;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The example project docs/examples/release-gate compiles, and its test passes or fails as the run deserves. */
class ReleaseGateExampleTest {
    private static final Path PROJECT = Path.of("..", "docs", "examples", "release-gate");
    private static final String TEST = "com.example.ReleaseGateTest";

    @TempDir
    private static Path folder;

    private static double measured;

    /** Copies the project, compiles its test, and makes a run with the names that its rules refer to. */
    @BeforeAll
    static void prepare() throws IOException {
        Files.copy(PROJECT.resolve("policy.json"), folder.resolve("policy.json"));
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        messages,
                        messages,
                        "-proc:none",
                        "-cp",
                        classPath(),
                        "-d",
                        folder.resolve("classes").toString(),
                        PROJECT.resolve("src/test/java/" + TEST.replace('.', '/') + ".java")
                                .toString());
        assertThat(code).as(messages.toString(StandardCharsets.UTF_8)).isZero();

        Path run = TinyRun.copy(TinyRun.make(folder, "net", false), folder.resolve("runs/photos"));
        AuditedPair pair;
        try (Run opened = Run.open(run)) {
            Audit audit = MadeAudit.judged(AuditStudy.measure(opened, AuditStudy.Options.DEFAULT, Monitor.NONE));
            opened.write(Results.AUDIT, audit, "eddp audit"); // too few pictures to judge any pair of this run
            pair = audit.ranking().stream()
                    .min(Comparator.comparingDouble(p -> p.reliance().meanContribution()))
                    .orElseThrow();
        }
        measured = pair.reliance().meanContribution();
        TinyRun.name(run, pair.concept().number(), "mark");
        Path names = Files.write(
                folder.resolve("pieces.txt"),
                IntStream.range(0, TinyNetworks.CLASSES)
                        .mapToObj(k -> k == pair.label().number() ? "rook" : "piece " + k)
                        .toList());
        try (Run opened = Run.open(run, Run.Options.DEFAULT.withClassNames(names), Monitor.NONE)) {
            opened.keepClassNames();
        }
    }

    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Runs a test class as a build does, in a process whose working folder is the project. */
    static final class Build {
        private Build() {}

        public static void main(String[] args) {
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(DiscoverySelectors.selectClass(args[0]))
                                    .filters(EngineFilter.includeEngines("junit-jupiter"))
                                    .build(),
                            listener);
            listener.getSummary().getFailures().forEach(failure -> System.out.println(failure.getException()));
            listener.getSummary().printTo(new PrintWriter(System.out, true, java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    private static String build() throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
                "-Dorg.bytedeco.javacpp.maxBytes=0",
                "-cp",
                folder.resolve("classes") + File.pathSeparator + classPath(),
                Build.class.getName(),
                TEST);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void passesIfTheRunKeepsThePolicy() throws IOException {
        assertThat(build()).contains("2 tests successful", "0 tests failed");
    }

    @Test
    void failsIfTheRunViolatesThePolicy() throws IOException {
        Path policy = folder.resolve("policy.json");
        String kept = Files.readString(policy);
        try {
            TinyRun.edit(policy, text -> text.replace("1.5", Double.toString(measured - 1)));
            assertThat(build())
                    .contains("1 tests successful", "1 tests failed")
                    .contains("AssertionError: run photos: expected class rook rests on concept mark by at most");
        } finally {
            Files.writeString(policy, kept);
        }
    }
}
