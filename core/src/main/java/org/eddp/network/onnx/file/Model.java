package org.eddp.network.onnx.file;

import java.util.List;
import java.util.OptionalLong;

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

    /**
     * A version of a set of operators.
     *
     * @param domain empty for the standard operators
     */
    public record Opset(String domain, long version) {
        /** Whether these are the standard operators. */
        public boolean standard() {
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
}
