package org.eddp.network.onnx.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.eddp.network.TrialLimits;
import org.eddp.network.onnx.file.Model;
import org.eddp.network.onnx.file.Node.Attribute;
import org.eddp.tensor.Autograd;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fused steps compute what the nodes of the file compute, one after the other; with derivatives too. */
class FusionTest {
    private static final double ROUNDING = 2e-5;

    @TempDir
    Path folder;

    @Test
    void productsWithRowsAndGelu() {
        TinyOnnx net = new TinyOnnx();
        net.node("Reshape", List.of(net.wholes(0, 3, 64))).node("Transpose", perm(2, 0, 1));
        linear(net, 3, 8);
        net.at(gelu(net, net.last(), true));
        linear(net, 8, 8);
        net.at(gelu(net, net.last(), false));
        net.node("Transpose", perm(1, 2, 0)).node("ReduceMean", Attribute.of("axes", new long[] {2}));
        net.node("Flatten").linear(8, 5);
        check(net, 0, 2);
    }

    @Test
    void sumsWithinConvolutions() {
        TinyOnnx net = new TinyOnnx().conv(3, 4, 3, 1).node("Relu");
        String skip = net.last();
        net.conv(4, 4, 3, 1).node("Relu").conv(4, 4, 1, 1);
        net.nodeOf("Add", List.of(net.last(), skip)).node("Relu");
        skip = net.last();
        net.conv(4, 4, 3, 1);
        net.nodeOf("Add", List.of(skip, net.last())); // reads what it would write over
        skip = net.last();
        net.conv(4, 4, 1, 1);
        String left = net.last();
        net.at(skip).conv(4, 4, 3, 1);
        net.nodeOf("Add", List.of(left, net.last()));
        net.nodeOf("Mul", List.of(net.last(), skip)).head(4, 5);
        check(net, 2, 0);
    }

    /** HRNet adds maps behind an activation: the sum must not be limited instead. */
    @Test
    void activationsStayBeforeTheSum() {
        TinyOnnx net = new TinyOnnx().conv(3, 4, 3, 1);
        String other = net.last();
        net.at(TinyOnnx.IMAGE).conv(3, 4, 3, 1).node("Relu");
        net.nodeOf("Add", List.of(other, net.last())).head(4, 5);
        check(net, 0, 0);
    }

    /** What is added is read again afterwards, is a view, or has another shape: it must not be written over. */
    @Test
    void sumsThatMustNotOverwrite() {
        TinyOnnx net = new TinyOnnx().conv(3, 4, 3, 1).node("Relu");
        String later = net.last();
        net.conv(4, 4, 3, 1);
        net.nodeOf("Add", List.of(net.last(), later)).node("Relu");
        net.nodeOf("Add", List.of(net.last(), later)); // read again
        String sum = net.conv(4, 4, 1, 1).last();
        String view = net.node("Identity").last();
        net.at(sum).conv(4, 4, 1, 1);
        net.nodeOf("Add", List.of(net.last(), sum));
        net.nodeOf("Add", List.of(net.last(), view));
        String pooled = net.node("GlobalAveragePool").last();
        net.at(sum).conv(4, 4, 3, 1);
        net.nodeOf("Add", List.of(net.last(), pooled)).head(4, 5); // broadcast
        check(net, 0, 0);
    }

    private static Attribute perm(long... order) {
        return Attribute.of("perm", order);
    }

    private static void linear(TinyOnnx net, int in, int out) {
        net.node("MatMul", List.of(net.weight(in, out)));
        net.nodeOf("Add", List.of(net.weight(out), net.last()));
    }

    private static String gelu(TinyOnnx net, String x, boolean halfLast) {
        String factor =
                halfLast ? x : net.nodeOf("Mul", List.of(x, net.number(0.5f))).last();
        net.at(x).node(halfLast ? "Div" : "Mul", List.of(net.number((float)
                (halfLast ? Math.sqrt(2) : Math.sqrt(0.5)))));
        net.node("Erf").node("Add", List.of(net.number(1)));
        net.nodeOf("Mul", List.of(factor, net.last()));
        return halfLast ? net.node("Mul", List.of(net.number(0.5f))).last() : net.last();
    }

    /**
     * @param convolutions that must have become sums
     * @param activations that must have become one step each
     */
    private void check(TinyOnnx net, int convolutions, int activations) {
        Path file = folder.resolve("network.onnx");
        Model.write(file, net.model(13, -1, 8));
        Model model = Model.read(file);
        ExecutableGraph circuit = Compiler.compile(
                model.graph(),
                13,
                TinyOnnx.IMAGE,
                model.graph().outputs().get(0).name(),
                DType.FLOAT32,
                new TrialBudget(TrialLimits.ofEnvironment()));
        StepSequence plain = new StepSequence(circuit.constants(), circuit.steps(), circuit.input(), circuit.output());
        StepSequence fused = Fusion.program(circuit, circuit.steps(), circuit.input(), circuit.output());
        if (convolutions > 0) {
            assertThat(fused.steps())
                    .filteredOn(step -> step.operator() instanceof FastConvolution fast && fast.adds())
                    .hasSize(convolutions);
        }
        if (activations > 0) {
            assertThat(fused.steps()).noneMatch(step -> step.node().operator().equals("Erf"));
        }
        try (Scope scope = Scope.open()) {
            double[] pixels = new Random(3).doubles(2 * 3 * 8 * 8, -1, 1).toArray();
            for (int i = 0; i < 2; i++) { // the second time with what the first prepared
                Tensor images = Tensor.of(pixels, DType.FLOAT32, 2, 3, 8, 8);
                NumbersAgree.of(fused.run(images).toDoubles(), plain.run(images).toDoubles(), ROUNDING);
            }
            NumbersAgree.of(gradient(fused, pixels), gradient(plain, pixels), ROUNDING);
        } finally {
            circuit.close();
        }
    }

    private static double[] gradient(StepSequence program, double[] pixels) {
        Tensor images = Autograd.variable(Tensor.of(pixels, DType.FLOAT32, 2, 3, 8, 8));
        Tensor loss = program.run(images).pow(2).sum();
        return Autograd.gradients(loss, images)[0].toDoubles();
    }
}
