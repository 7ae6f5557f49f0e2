package org.eddp.network.onnx.operators;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Convolution and pooling against ONNX Runtime. */
class ConvolutionOperatorsTest {
    @ParameterizedTest
    @MethodSource({"convolutions", "maxima", "means", "whole"})
    void agreesWithTheReference(OneNode node) {
        node.check(1e-5);
    }

    private static OneNode conv(long... kernels) {
        return new OneNode("Conv", 13).random(2, 4, 9, 10).random(kernels);
    }

    static Stream<OneNode> convolutions() {
        return Stream.of(
                conv(6, 4, 3, 3),
                conv(6, 4, 3, 3).random(6),
                conv(6, 4, 3, 2).list("strides", 2, 1).list("kernel_shape", 3, 2),
                conv(6, 4, 3, 3).list("pads", 1, 1, 1, 1),
                conv(6, 4, 3, 3).list("pads", 0, 1, 2, 3),
                conv(6, 4, 3, 3).list("pads", 2, 0, 1, 1).list("strides", 2, 2),
                conv(6, 4, 3, 3).list("dilations", 2, 3).list("pads", 2, 3, 2, 3),
                conv(6, 2, 3, 3).with("group", 2),
                conv(8, 1, 3, 3).with("group", 4).list("pads", 1, 1, 1, 1).random(8),
                conv(6, 4, 3, 3).with("auto_pad", "SAME_UPPER").list("strides", 2, 2),
                conv(6, 4, 4, 4).with("auto_pad", "SAME_LOWER").list("strides", 2, 3),
                conv(6, 4, 3, 3).with("auto_pad", "VALID"),
                new OneNode("Conv", 11).random(2, 3, 12).random(5, 3, 3).list("pads", 1, 0),
                new OneNode("Conv", 11)
                        .random(1, 2, 5, 6, 7)
                        .random(3, 2, 2, 3, 2)
                        .random(3));
    }

    private static OneNode pool(String operator, long... kernel) {
        return new OneNode(operator, 13).random(2, 3, 9, 10).list("kernel_shape", kernel);
    }

    static Stream<OneNode> maxima() {
        return Stream.of(
                pool("MaxPool", 2, 2),
                pool("MaxPool", 3, 3).list("strides", 2, 2).list("pads", 1, 1, 1, 1),
                pool("MaxPool", 3, 2).list("strides", 2, 3).list("pads", 0, 1, 1, 0),
                pool("MaxPool", 3, 3).list("strides", 2, 2).with("ceil_mode", 1),
                pool("MaxPool", 2, 2).list("strides", 2, 2).with("ceil_mode", 1),
                pool("MaxPool", 3, 3)
                        .list("strides", 2, 2)
                        .list("pads", 0, 0, 1, 1)
                        .with("ceil_mode", 1),
                pool("MaxPool", 64, 32).list("strides", 64, 32).with("ceil_mode", 1),
                pool("MaxPool", 3, 3).list("dilations", 2, 2),
                pool("MaxPool", 3, 3).list("strides", 3, 2).with("auto_pad", "SAME_UPPER"),
                pool("MaxPool", 2, 3).list("strides", 2, 2).with("auto_pad", "SAME_LOWER"),
                pool("MaxPool", 2, 2).with("auto_pad", "VALID").list("strides", 2, 2),
                new OneNode("MaxPool", 11)
                        .random(2, 3, 11)
                        .list("kernel_shape", 3)
                        .list("pads", 1, 1),
                new OneNode("MaxPool", 11).random(1, 2, 5, 6, 7).list("kernel_shape", 2, 2, 2));
    }

    static Stream<OneNode> means() {
        return Stream.of(
                pool("AveragePool", 2, 2),
                pool("AveragePool", 3, 3).list("strides", 2, 2).list("pads", 1, 1, 1, 1),
                pool("AveragePool", 3, 3).list("pads", 1, 1, 1, 1).with("count_include_pad", 1),
                pool("AveragePool", 3, 3).list("pads", 0, 1, 2, 1),
                pool("AveragePool", 3, 3).list("pads", 0, 1, 2, 1).with("count_include_pad", 1),
                pool("AveragePool", 3, 3).list("strides", 2, 2).with("ceil_mode", 1),
                pool("AveragePool", 3, 3)
                        .list("strides", 2, 2)
                        .list("pads", 1, 1, 1, 1)
                        .with("ceil_mode", 1),
                pool("AveragePool", 3, 3)
                        .list("strides", 2, 2)
                        .list("pads", 1, 1, 1, 1)
                        .with("ceil_mode", 1)
                        .with("count_include_pad", 1),
                pool("AveragePool", 2560, 2560).list("strides", 2560, 2560).with("ceil_mode", 1),
                pool("AveragePool", 3, 3).list("strides", 2, 2).with("auto_pad", "SAME_UPPER"),
                pool("AveragePool", 2, 2).list("strides", 2, 2).with("auto_pad", "SAME_LOWER"),
                pool("AveragePool", 4, 4).with("auto_pad", "SAME_LOWER").with("count_include_pad", 1),
                new OneNode("AveragePool", 11)
                        .random(2, 3, 11)
                        .list("kernel_shape", 3)
                        .list("pads", 1, 1));
    }

    static Stream<OneNode> whole() {
        return Stream.of(
                new OneNode("GlobalAveragePool", 13).random(2, 3, 5, 6),
                new OneNode("GlobalMaxPool", 13).random(2, 3, 5, 6),
                new OneNode("GlobalAveragePool", 11).random(2, 3, 7));
    }

    @Test
    void refusesAbsurdAttributes() {
        assertThatThrownBy(() -> conv(6, 4, 3, 3).list("pads", 1 << 30, 0, 0, 0).run(DType.FLOAT32))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining("pads")
                .hasMessageContaining("1073741824");
    }
}
