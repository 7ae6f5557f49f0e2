package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.eddp.files.Digests;
import org.eddp.network.onnx.file.Model;
import picocli.CommandLine;

/** A small network, pictures and a run of {@code eddp learn}, for tests of what comes after it. */
final class TinyRun {
    static final int SIZE = 32;
    static final int CONCEPTS = 6;

    private TinyRun() {}

    record Outcome(int code, String out, String err) {}

    /** Makes {@code NAME.onnx}, {@code pictures/}, {@code names.txt} and the run {@code NAME-run} in a folder. */
    static Path make(Path folder, String name, boolean deep) throws IOException {
        return make(folder, name, TinyNetworks.network(deep, SIZE, 2));
    }

    /**
     * Makes the same for a network of one's own.
     *
     * @param model with a layer "maps"
     * @param more options of {@code eddp features}
     */
    static Path make(Path folder, String name, Model model, String... more) throws IOException {
        Model.write(folder.resolve(name + ".onnx"), model);
        for (int i = 0; i < 24; i++) {
            picture(
                    folder.resolve(
                            "pictures/" + List.of("ash", "beech", "cedar").get(i % 3) + "/" + i + ".png"),
                    i);
        }
        Files.writeString(folder.resolve("names.txt"), "ash\nbeech\ncedar\n");
        ok(features(
                folder.resolve(name + ".onnx"), folder.resolve("pictures"), folder.resolve(name + "-features"), more));
        ok(eddp(
                "learn",
                "--features",
                folder.resolve(name + "-features").toString(),
                "--concepts",
                Integer.toString(CONCEPTS),
                "--epochs",
                "20,20,20",
                "--out",
                folder.resolve(name + "-run").toString()));
        return folder.resolve(name + "-run");
    }

    /** Features of the layer "maps", of pictures that are taken as they are. */
    static Outcome features(Path network, Path images, Path out, String... more) {
        List<String> args = new ArrayList<>(List.of(
                "features",
                "--network",
                network.toString(),
                "--layer",
                "maps",
                "--images",
                images.toString(),
                "--preprocess",
                "plain",
                "--out",
                out.toString()));
        args.addAll(List.of(more));
        return eddp(args.toArray(String[]::new));
    }

    /** A run of its own with the same files, for a test that changes them. */
    static Path copy(Path run, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }

    /** Changes a file as somebody does who means it: the digest, which would no longer be right, is taken out. */
    static void edit(Path file, UnaryOperator<String> change) throws IOException {
        String text = Files.readString(file);
        String changed = change.apply(text);
        assertThat(changed).isNotEqualTo(text);
        Files.writeString(file, changed.replaceFirst(",\\s*\"digest\": \"[0-9a-f]{64}\"", ""));
    }

    /** Gives a run other directions, as if it had been learned again. */
    static void giveDirections(Path run, Path directions) throws IOException {
        Path own = run.resolve("directions.safetensors");
        if (!own.equals(directions)) {
            Files.copy(directions, own, StandardCopyOption.REPLACE_EXISTING);
        }
        edit(
                run.resolve("run.json"),
                text -> text.replaceFirst(
                        "\"directions\": \"[0-9a-f]{64}\"", "\"directions\": \"" + Digests.of(own) + "\""));
    }

    static void ok(Outcome outcome) {
        assertThat(outcome.code()).as(outcome.err()).isZero();
    }

    static Outcome eddp(String... args) {
        PrintStream standardErr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            CommandLine line = Main.commandLine();
            line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
            line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
            int code = line.execute(args);
            return new Outcome(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setErr(standardErr);
        }
    }

    /** Patches of four colours, so that there is something to find. */
    static void picture(Path file, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        int[] colours = {0xD04020, 0x20C040, 0x3050D0, 0xE0D060};
        for (int cell = 0; cell < 64; cell++) {
            int colour = colours[random.nextInt(4)];
            for (int p = 0; p < 16; p++) {
                int noise = random.nextInt(16);
                image.setRGB(cell % 8 * 4 + p % 4, cell / 8 * 4 + p / 4, colour + noise * 0x010101);
            }
        }
        Files.createDirectories(file.getParent());
        ImageIO.write(image, "png", file.toFile());
    }
}
