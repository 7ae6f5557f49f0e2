package org.eddp.distribution;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * A folder that stands for a computer with nothing but a JRE: the zip unpacked, a Java without compiler and tools, the few
 * programs that a shell script needs on the PATH, no other environment, and empty caches.
 */
final class CleanMachine implements Machine {
    private static final List<String> PROGRAMS =
            List.of("bash", "cut", "dirname", "grep", "head", "kill", "locale", "readlink", "sed", "stty");

    private final Path folder;
    private final Path eddp;

    private CleanMachine(Path folder, Path eddp) {
        this.folder = folder;
        this.eddp = eddp;
    }

    static CleanMachine with(Path zip, Path folder) throws IOException {
        Path home = unpack(zip, folder.resolve("my programs"));
        Path bin = Files.createDirectories(folder.resolve("bin"));
        for (String program : PROGRAMS) {
            Path found = find(program);
            if (found != null) {
                Files.createSymbolicLink(bin.resolve(program), found);
            }
        }
        link(folder.resolve("jre"));
        Files.createSymbolicLink(bin.resolve("java"), folder.resolve("jre/bin/java"));
        return new CleanMachine(folder, home.resolve("eddp"));
    }

    /** Unpacks with permissions, as unzip does, and gives the folder in the zip. */
    private static Path unpack(Path zip, Path folder) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", "true"));
                Stream<Path> all = Files.walk(files.getPath("/"))) {
            for (Path file : (Iterable<Path>) all::iterator) {
                Path copy = folder.resolve(file.toString().substring(1));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                    Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(file));
                }
            }
        }
        try (Stream<Path> top = Files.list(folder)) {
            List<Path> found = top.toList();
            if (found.size() != 1) {
                throw new IOException("the zip should hold one folder, but has " + found);
            }
            return found.get(0);
        }
    }

    private static Path find(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(place -> Path.of(place, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    /** A Java with the modules of docs/release.md alone, made from the JDK of the tests. */
    private static void link(Path jre) {
        ToolProvider jlink = ToolProvider.findFirst("jlink").orElseThrow();
        int code = jlink.run(
                System.out,
                System.err,
                "--add-modules",
                System.getProperty("java.modules"),
                "--strip-debug",
                "--output",
                jre.toString());
        if (code != 0) {
            throw new IllegalStateException("jlink failed");
        }
    }

    /** The unpacked folder. */
    Path home() {
        return eddp.getParent();
    }

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public Path nativeLibraries() {
        return folder.resolve("native");
    }

    @Override
    public String golden() {
        return home().resolve("core/src/test/resources/golden/losses.json").toString();
    }

    /** The launcher, as somebody starts it who has a link to it. */
    @Override
    public ProcessBuilder command(String... arguments) {
        List<String> words = new ArrayList<>(List.of(eddp.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder command = new ProcessBuilder(words).directory(folder.toFile());
        command.environment().clear();
        command.environment()
                .putAll(Map.of(
                        "PATH",
                        folder.resolve("bin").toString(),
                        "EDDP_JAVA_OPTS",
                        "-Dorg.bytedeco.javacpp.cachedir=" + nativeLibraries()));
        return command;
    }
}
