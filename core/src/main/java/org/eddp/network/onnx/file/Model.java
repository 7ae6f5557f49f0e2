package org.eddp.network.onnx.file;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.network.NetworkFailure;

/**
 * The content of an ONNX file.
 *
 * @param irVersion version of the file format
 * @param producer program that wrote it, may be empty
 * @param opsets which version of which set of operators its nodes mean
 * @param graph the computation
 * @param rest fields this program has no use for, as they were
 */
public record Model(long irVersion, String producer, List<Opset> opsets, Graph graph, byte[] rest) {
    /** Domain of the standard operators. */
    public static final String STANDARD = "";

    /** The largest protocol-buffer message. */
    private static final long LARGEST = Integer.MAX_VALUE - 16;

    /** Smaller files are read: a mapping costs more. */
    private static final long MAPPED = 1 << 20;

    /**
     * A version of a set of operators.
     *
     * @param domain empty for the standard operators
     */
    public record Opset(String domain, long version) {
        /** Whether these are the standard operators. */
        boolean standard() {
            return isStandard(domain);
        }
    }

    /** A new model of standard operators. */
    public static Model of(int opset, Graph graph) {
        return new Model(8, "eddp", List.of(new Opset(STANDARD, opset)), graph, new byte[0]);
    }

    /** The same model with another graph. */
    public Model with(Graph other) {
        return new Model(irVersion, producer, opsets, other, rest);
    }

    /** Version of the standard operators, empty if the file does not say. */
    public OptionalLong opset() {
        return opsets.stream().filter(Opset::standard).mapToLong(Opset::version).findFirst();
    }

    /** Whether a domain is that of the standard operators; files write it in two ways. */
    public static boolean isStandard(String domain) {
        return domain.isEmpty() || domain.equals("ai.onnx");
    }

    /**
     * Reads a file, and the files beside it that hold its weights if there are any.
     *
     * @throws FileFailure if the file cannot be read
     * @throws NetworkFailure if it is damaged or not an ONNX file
     */
    public static Model read(Path file) {
        Model model = parse(file);
        return model.with(ExternalData.of(file).fetch(model.graph()));
    }

    /** The files beside {@code file} that hold weights of it, in the order of their names. */
    public static List<Path> weightFiles(Path file) {
        ExternalData beside = ExternalData.of(file);
        return parse(file).graph().initialisers().stream()
                .filter(tensor -> !tensor.external().isEmpty())
                .map(beside::locate)
                .distinct()
                .sorted()
                .toList();
    }

    private static Model parse(Path file) {
        ByteBuffer bytes = bytes(file);
        Model model;
        try {
            CodedInputStream in = stream(bytes);
            model = ModelReader.model(in, bytes);
            in.checkLastTagWas(0);
        } catch (InvalidProtocolBufferException e) {
            throw new NetworkFailure(
                    file + " is not an ONNX file, or it is damaged or incomplete (" + e.getMessage()
                            + "); copy it again or export the network again",
                    e);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        } catch (NetworkFailure e) {
            throw new NetworkFailure(file + ": " + e.getMessage(), e);
        }
        if (model.graph() == null) {
            throw new NetworkFailure(file + " is not an ONNX file: it holds no graph; export the network as ONNX");
        }
        return model;
    }

    /** Reads content; a mapped file is not copied as a whole. */
    static CodedInputStream stream(ByteBuffer content) {
        CodedInputStream in = content.hasArray()
                ? CodedInputStream.newInstance(content.array())
                : CodedInputStream.newInstance(new BufferStream(content));
        in.setSizeLimit(Integer.MAX_VALUE);
        return in;
    }

    /** The content of a file, in memory of the system where it is large: weights are then copied once, into the engine. */
    static ByteBuffer bytes(Path file) {
        if (Files.isDirectory(file)) {
            throw new NetworkFailure(file + " is a folder; give the name of an ONNX file");
        }
        try (FileChannel in = Inputs.open(file)) {
            long size = in.size();
            if (size > LARGEST) {
                throw new NetworkFailure(file + " has " + size + " bytes, more than an ONNX file can have (2 GB); "
                        + "export the network with its weights in a file beside it");
            }
            return size < MAPPED
                    ? ByteBuffer.wrap(Channels.newInputStream(in).readAllBytes())
                    : in.map(MapMode.READ_ONLY, 0, size);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    /**
     * Creates or replaces a file. All weights go inside.
     *
     * @throws FileFailure if the file cannot be written
     * @throws NetworkFailure if the model is larger than an ONNX file can be
     */
    public static void write(Path file, Model model) {
        MessageWriter message = ModelWriter.model(model);
        if (message.size() > LARGEST) {
            throw new NetworkFailure("cannot write " + file + ": the network has " + message.size()
                    + " bytes, more than an ONNX file can have (2 GB)");
        }
        AtomicFile.write(file, message::writeTo);
    }
}
