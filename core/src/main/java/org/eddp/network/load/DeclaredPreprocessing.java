package org.eddp.network.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eddp.files.FileFailure;
import org.eddp.files.LocalCopies;
import org.eddp.files.json.Json;
import org.eddp.images.input.InputPreset;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.input.PreprocessingConfig;
import org.eddp.network.onnx.file.ModelMetadata;

/**
 * The preprocessing that a network's file, or a file beside it, declares.
 *
 * <p>In an ONNX file: a note {@code preprocessor_config} or {@code pretrained_cfg} whose text is that of the files
 * below without their names, the note {@value #OWN} of a network that this program exported, or the standard's own
 * {@code Image.NominalPixelRange} and {@code Image.BitmapPixelFormat}. Beside it: {@code preprocessor_config.json} or
 * {@code processor_config.json} (transformers), {@code config.json} (timm); where the network is in a folder called
 * {@code onnx}, also in the folder around that.
 *
 * @param preprocessing as declared
 * @param source where it was found, for people
 * @param differences settings that this program cannot reproduce
 */
public record DeclaredPreprocessing(Preprocessing preprocessing, String source, List<String> differences) {
    /** Name of the note in networks that this program exports: {@link Preprocessing} as JSON. */
    public static final String OWN = "eddp.preprocessing";

    private static final List<String> BESIDE =
            List.of("preprocessor_config.json", "processor_config.json", "config.json");
    private static final List<String> NOTES =
            List.of("preprocessor_config", "preprocessor_config.json", "pretrained_cfg");
    private static final String RANGE = "Image.NominalPixelRange";
    private static final String COLOURS = "Image.BitmapPixelFormat";

    /**
     * Looks for it.
     *
     * @param network its file
     * @throws FileFailure if a declaration cannot be understood
     */
    public static Optional<DeclaredPreprocessing> of(Path network) {
        Optional<DeclaredPreprocessing> inside = Networks.isOnnx(network)
                ? inside(network, ModelMetadata.read(LocalCopies.shared().of(network)))
                : Optional.empty();
        return inside.isPresent() ? inside : beside(network);
    }

    private static Optional<DeclaredPreprocessing> inside(Path network, Map<String, String> notes) {
        if (notes.containsKey(OWN)) {
            Preprocessing own =
                    Json.fromText("the note " + OWN + " in " + network, notes.get(OWN), Preprocessing.class);
            return Optional.of(new DeclaredPreprocessing(own, "the note " + OWN + " in the network's file", List.of()));
        }
        for (String name : NOTES) {
            if (notes.containsKey(name)) {
                String text = name.equals("pretrained_cfg")
                        ? "{\"pretrained_cfg\":" + notes.get(name) + "}"
                        : notes.get(name);
                return PreprocessingConfig.of(network, Json.parse(network, "its note " + name, text))
                        .map(config -> told(config, "the note " + name + " in the network's file"));
            }
        }
        return notes.containsKey(RANGE) ? standard(network, notes) : Optional.empty();
    }

    private static Optional<DeclaredPreprocessing> standard(Path network, Map<String, String> notes) {
        Preprocessing values = switch (notes.get(RANGE)) {
            case "Normalized_0_1" -> InputPreset.PLAIN.preprocessing();
            case "Normalized_1_1" -> InputPreset.KERAS.preprocessing();
            case "NominalRange_0_255" -> InputPreset.PLAIN.preprocessing().withScale(1);
            default ->
                throw new FileFailure("cannot use the note " + RANGE + " in " + network + ": '"
                        + notes.get(RANGE) + "' is not one of Normalized_0_1, Normalized_1_1, NominalRange_0_255;"
                        + " say what the network was trained with");
        };
        boolean turned = notes.getOrDefault(COLOURS, "Rgb8").startsWith("Bgr");
        return Optional.of(new DeclaredPreprocessing(
                turned ? values.withChannels(Preprocessing.Channels.BGR) : values,
                "the note " + RANGE + " in the network's file",
                List.of()));
    }

    private static Optional<DeclaredPreprocessing> beside(Path network) {
        Path folder = network.toAbsolutePath().normalize().getParent();
        if (folder == null) {
            return Optional.empty();
        }
        Optional<DeclaredPreprocessing> here = in(folder);
        boolean nested = folder.getParent() != null && folder.endsWith("onnx");
        return here.isPresent() || !nested ? here : in(folder.getParent());
    }

    private static Optional<DeclaredPreprocessing> in(Path folder) {
        return BESIDE.stream()
                .map(folder::resolve)
                .filter(Files::isRegularFile)
                .flatMap(file -> PreprocessingConfig.read(file).map(config -> told(config, file.toString())).stream())
                .findFirst();
    }

    private static DeclaredPreprocessing told(PreprocessingConfig config, String source) {
        return new DeclaredPreprocessing(config.preprocessing(), source, config.differences());
    }
}
