package org.eddp.network.onnx.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.eddp.files.FileFailure;
import org.eddp.network.NetworkFailure;

/**
 * Weights kept in files beside an ONNX file.
 *
 * <p>An untrusted file names those files, so names that lead out of its folder are refused, symbolic links included.
 */
final class ExternalData {
    private final Path file;

    private ExternalData(Path file) {
        this.file = file;
    }

    static ExternalData of(Path file) {
        return new ExternalData(file);
    }

    /** The graph with all its weights inside. */
    Graph fetch(Graph graph) {
        if (graph.initialisers().stream().allMatch(tensor -> tensor.external().isEmpty())) {
            return graph;
        }
        List<OnnxTensor> fetched = new ArrayList<>();
        for (OnnxTensor tensor : graph.initialisers()) {
            fetched.add(tensor.external().isEmpty() ? tensor : fetch(tensor));
        }
        return graph.with(graph.nodes(), fetched);
    }

    private OnnxTensor fetch(OnnxTensor tensor) {
        Path outside = locate(tensor);
        long expected = tensor.expectedBytes();
        if (expected > Integer.MAX_VALUE - 16) {
            throw failure(tensor, "it needs " + expected + " bytes; at most 2 GB are supported");
        }
        try (FileChannel channel = FileChannel.open(outside, StandardOpenOption.READ)) {
            long offset = number(tensor, "offset", 0);
            long length = number(tensor, "length", expected);
            if (length != expected) {
                throw failure(tensor, "its shape needs " + expected + " bytes, the file says it has " + length);
            }
            if (offset > channel.size() - length) {
                throw failure(
                        tensor,
                        "it is said to be bytes " + offset + " to " + (offset + length) + " of " + outside
                                + ", which has only " + channel.size() + "; copy that file again");
            }
            ByteBuffer content = channel.map(MapMode.READ_ONLY, offset, length).order(ByteOrder.LITTLE_ENDIAN);
            return tensor.with(content);
        } catch (IOException e) {
            throw FileFailure.reading(outside, e);
        }
    }

    Path locate(OnnxTensor tensor) {
        String location = tensor.external().getOrDefault("location", "");
        try {
            Path folder = file.toAbsolutePath().getParent().toRealPath();
            Path relative = Path.of(location);
            Path outside = folder.resolve(relative).normalize();
            if (location.isEmpty() || relative.isAbsolute() || !outside.startsWith(folder)) {
                throw failure(
                        tensor, "its content is said to be in '" + location + "', outside the folder of the network");
            }
            if (!Files.isRegularFile(outside)) {
                throw failure(
                        tensor,
                        "its content is in '" + location + "', which is missing; put that file beside the network");
            }
            if (!outside.toRealPath().startsWith(folder)) {
                throw failure(tensor, "'" + location + "' is a link that leads out of the folder of the network");
            }
            return outside;
        } catch (InvalidPathException e) {
            throw failure(tensor, "its content is said to be in '" + location + "', which is not a file name");
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    private long number(OnnxTensor tensor, String key, long otherwise) {
        String text = tensor.external().get(key);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw failure(tensor, "the " + key + " of its content is '" + text + "'; the file is damaged");
    }

    private NetworkFailure failure(OnnxTensor tensor, String what) {
        return new NetworkFailure(file + ": tensor '" + tensor.name() + "': " + what);
    }
}
