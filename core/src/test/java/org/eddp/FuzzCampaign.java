package org.eddp;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Fuzzes at length: every fuzz test in a process of its own with a small heap, one after the other, and prints what was run
 * and found. A finding is written beside the other inputs of its test, which then fails until it is dealt with.
 *
 * <p>A fuzz test is a method with {@link FuzzTest}, or, where Jazzer must not be beside the other tests, a class with the method
 * that Jazzer calls by its name, and its {@code seeds}.
 *
 * <p>Started by {@code ./eddp fuzz}, with its modules and the folder above them as its working folder.
 */
final class FuzzCampaign {
    private static final String HEAP = "-Xmx256m";
    /** Of the clock, against endless loops: a busy machine makes any input slow. {@link FuzzedFile} counts processor time. */
    private static final int SECONDS_PER_INPUT = 120;

    private static final String PLAIN = "fuzzerTestOneInput";
    /** Takes asking a server of our own for a finding. */
    private static final String NETWORK = "com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery";

    private static final Path CLASSES = Path.of("target", "test-classes");
    private static final Path INPUTS = Path.of("src", "test", "resources");
    private static final Pattern RUNS = Pattern.compile("stat::number_of_executed_units: *(\\d+)");
    private static final Pattern FOUND = Pattern.compile("Test unit written to (\\S+)");

    private FuzzCampaign() {}

    /** A fuzz test of a module. */
    private record Target(Path module, Class<?> type, String method) {
        String name() {
            return isPlain() ? type.getSimpleName() : type.getSimpleName() + "." + method;
        }

        boolean isPlain() {
            return method.equals(PLAIN);
        }

        /** Where Jazzer looks for inputs, and puts findings if the folder is there; seen from the module. */
        Path inputs() {
            Path all = INPUTS.resolve(type.getPackageName().replace('.', '/')).resolve(type.getSimpleName() + "Inputs");
            return isPlain() ? all : all.resolve(method);
        }

        /** What Jazzer is told of it. */
        List<String> arguments() throws IOException, ReflectiveOperationException {
            if (!isPlain()) {
                return List.of("--target_class=" + type.getName(), "--target_method=" + method);
            }
            Path corpus = Path.of("target", "fuzz", name());
            Files.createDirectories(module.resolve(corpus));
            Method seeds = type.getDeclaredMethod("seeds");
            seeds.setAccessible(true);
            int number = 0;
            for (Object seed : ((Stream<?>) seeds.invoke(null)).toList()) {
                Files.write(module.resolve(corpus).resolve("seed" + number++), (byte[]) seed);
            }
            return List.of(
                    "--target_class=" + type.getName(),
                    "--disabled_hooks=" + NETWORK,
                    "--reproducer_path=" + corpus.getParent(),
                    "-artifact_prefix=" + inputs() + "/",
                    corpus.toString());
        }
    }

    /** What became of one. */
    private record Outcome(Target target, long inputs, List<String> findings, boolean ended) {}

    public static void main(String[] arguments) throws Exception {
        double minutes = 1;
        String wanted = "";
        List<Path> modules = new ArrayList<>();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].equals("--minutes") && i + 1 < arguments.length) {
                minutes = Double.parseDouble(arguments[++i]);
            } else if (arguments[i].equals("--module") && i + 1 < arguments.length) {
                modules.add(Path.of(arguments[++i]));
            } else if (arguments[i].startsWith("-")) {
                System.err.println(
                        "usage: ./eddp fuzz [--minutes N] [target]   (N minutes per target, 1 if not given)");
                System.exit(2);
            } else {
                wanted = arguments[i];
            }
        }
        String part = wanted.toLowerCase(Locale.ROOT);
        List<Target> all = new ArrayList<>();
        for (Path module : modules) {
            addTargets(module, all);
        }
        all.sort(Comparator.comparing(Target::name));
        List<Target> chosen = all.stream()
                .filter(target -> target.name().toLowerCase(Locale.ROOT).contains(part))
                .toList();
        if (chosen.isEmpty()) {
            System.err.println("no target is called " + wanted + "; there are "
                    + String.join(", ", all.stream().map(Target::name).toList()));
            System.exit(2);
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (Target target : chosen) {
            System.err.println(target.name() + " ...");
            outcomes.add(run(target, Math.max(1, Math.round(60 * minutes))));
        }
        print(outcomes);
        System.exit(outcomes.stream().allMatch(o -> o.ended() && o.findings().isEmpty()) ? 0 : 1);
    }

    private static void addTargets(Path module, List<Target> found) throws IOException, ClassNotFoundException {
        Path classes = module.resolve(CLASSES);
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith("Fuzz.class")).toList()) {
                String name = classes.relativize(file)
                        .toString()
                        .replace(".class", "")
                        .replace(File.separatorChar, '.');
                Class<?> type = Class.forName(name, false, FuzzCampaign.class.getClassLoader());
                Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> method.isAnnotationPresent(FuzzTest.class)
                                || method.getName().equals(PLAIN))
                        .map(Method::getName)
                        .forEach(method -> found.add(new Target(module, type, method)));
            }
        }
    }

    private static Outcome run(Target target, long seconds) throws Exception {
        Path module = target.module();
        Files.createDirectories(module.resolve(target.inputs()));
        Path log = Files.createDirectories(module.resolve("target").resolve("fuzz"))
                .resolve(target.name() + ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--instrumentation_includes=org.eddp.**:com.twelvemonkeys.**",
                "-max_total_time=" + seconds,
                "-timeout=" + SECONDS_PER_INPUT,
                "-report_slow_units=" + SECONDS_PER_INPUT, // which would be taken for findings
                "-print_final_stats=1"));
        command.addAll(target.arguments());
        Process process = new ProcessBuilder(command)
                .directory(module.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        int code = process.waitFor();
        String text = Files.readString(log);
        Matcher runs = RUNS.matcher(text);
        List<String> findings = FOUND.matcher(text)
                .results()
                .map(match -> match.group(1))
                .distinct()
                .toList();
        removeIfEmpty(module.resolve(target.inputs()), module.resolve(INPUTS));
        boolean ended = runs.find();
        if (!ended || code != 0) {
            System.err.println("  exit code " + code + ", see " + log.toAbsolutePath());
        }
        return new Outcome(target, ended ? Long.parseLong(runs.group(1)) : 0, findings, ended);
    }

    private static void removeIfEmpty(Path folder, Path root) throws IOException {
        for (Path each = folder; !each.equals(root); each = each.getParent()) {
            try (Stream<Path> inside = Files.list(each)) {
                if (inside.findAny().isPresent()) {
                    return;
                }
            }
            Files.delete(each);
        }
    }

    private static void print(List<Outcome> outcomes) {
        System.out.println("| target | inputs | findings |");
        System.out.println("|---|---:|---:|");
        for (Outcome outcome : outcomes) {
            System.out.println("| `" + outcome.target().name() + "` | "
                    + (outcome.ended() ? String.format(Locale.ROOT, "%,d", outcome.inputs()) : "did not end") + " | "
                    + outcome.findings().size() + " |");
        }
        outcomes.forEach(outcome -> outcome.findings().forEach(file -> System.out.println(file)));
    }
}
