package org.eddp.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eddp.files.json.Json;
import tools.jackson.databind.JsonNode;

/**
 * The image without a daemon: its layers are unpacked into a folder, and its entry point is started with that folder as the root of
 * all files, its own environment and no other. Of this machine it has the kernel, {@code /proc} and {@code /dev}, as in a container.
 */
final class Container implements Machine {
    private static final List<List<String>> WAYS =
            List.of(List.of("unshare", "--mount"), List.of("unshare", "--mount", "--map-root-user"));
    /** The folder is mounted upon itself, because Java looks for the mount that a file is on. */
    private static final String INSIDE = "mount --bind \"$1\" \"$1\" && mount --rbind /proc \"$1/proc\""
            + " && mount --rbind /dev \"$1/dev\" && shift && exec chroot \"$@\"";

    private final Path parts;
    private final Path root;
    private final JsonNode manifest;
    private final JsonNode config;

    private Container(Path parts, Path root) {
        this.parts = parts;
        this.root = root;
        manifest = Json.readTree(parts.resolve("manifest.json")).get(0);
        config = Json.readTree(parts.resolve(manifest.get("Config").asString())).get("config");
    }

    static Container of(Path image, Path folder) throws IOException, InterruptedException {
        Path parts = Files.createDirectories(folder.resolve("parts"));
        Path root = Files.createDirectories(folder.resolve("root"));
        host(parts, "tar", "-xf", image.toString());
        Container container = new Container(parts, root);
        for (String layer : texts(container.manifest.get("Layers"))) {
            host(parts, "tar", "--warning=no-unknown-keyword", "-xpzf", layer, "-C", root.toString());
        }
        Files.createDirectories(root.resolve("proc"));
        Files.createDirectories(root.resolve("dev"));
        return container;
    }

    private static void host(Path folder, String... command) throws IOException, InterruptedException {
        Outcome outcome = Machine.run(new ProcessBuilder(command).directory(folder.toFile()), folder.resolve("err"));
        if (outcome.code() != 0) {
            throw new IOException(String.join(" ", command) + ": " + outcome.err());
        }
    }

    /** Whether the system lets us give a process another root. */
    boolean canRun() throws IOException, InterruptedException {
        return way().isPresent();
    }

    private Optional<List<String>> way() throws IOException, InterruptedException {
        for (List<String> way : WAYS) {
            if (Machine.run(inside(way, List.of("/usr/bin/env")), parts.resolve("err"))
                            .code()
                    == 0) {
                return Optional.of(way);
            }
        }
        return Optional.empty();
    }

    private ProcessBuilder inside(List<String> way, List<String> program) {
        List<String> words = new ArrayList<>(way);
        words.addAll(List.of("sh", "-c", INSIDE, "sh", root.toString(), root.toString()));
        words.addAll(List.of("/usr/bin/env", "-i", "--chdir=" + workingFolder()));
        words.addAll(environment());
        words.addAll(program);
        return new ProcessBuilder(words).directory(parts.toFile());
    }

    /** Names that the image gets when it is loaded. */
    List<String> tags() {
        return texts(manifest.get("RepoTags"));
    }

    List<String> entry() {
        return texts(config.get("Entrypoint"));
    }

    List<String> environment() {
        return texts(config.get("Env"));
    }

    private String workingFolder() {
        return config.get("WorkingDir").asString();
    }

    /** A file of the image. */
    Path file(String name) {
        return root.resolve(name.substring(1));
    }

    @Override
    public Path folder() {
        return file(workingFolder());
    }

    @Override
    public Path nativeLibraries() {
        return file("/cache/javacpp");
    }

    @Override
    public String golden() {
        return "/opt/eddp/core/src/test/resources/golden/losses.json";
    }

    @Override
    public ProcessBuilder command(String... arguments) throws IOException, InterruptedException {
        List<String> program = new ArrayList<>(entry());
        program.addAll(List.of(arguments));
        return inside(way().orElseThrow(), program);
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> texts.add(item.asString()));
        return texts;
    }
}
