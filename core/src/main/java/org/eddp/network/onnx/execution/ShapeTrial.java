package org.eddp.network.onnx.execution;

import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Scope;
import org.eddp.tensor.ShapeTensors;

/**
 * Tries a network on the outlines of one and two images: which shapes its values have, and whether it may take several
 * images at once. Only shapes are computed. Whether two images together give the same results as alone is checked by
 * {@link BatchTrial}.
 *
 * @param shapes of all values
 * @param batches whether shapes allow to run several images at once
 */
record ShapeTrial(ValueShapes shapes, boolean batches) {
    static ShapeTrial run(
            ExecutableGraph circuit, DType type, int channels, int height, int width, TrialBudget budget) {
        StepSequence whole = new StepSequence(circuit.constants(), circuit.steps(), circuit.input(), circuit.output());
        ValueShapes shapes = new ValueShapes(circuit.names().length);
        outline(1, whole, circuit, type, shapes, budget, channels, height, width);
        boolean batches;
        try {
            outline(2, whole, circuit, type, shapes, budget, channels, height, width);
            batches = shapes.doubles(circuit.output());
        } catch (NetworkFailure e) {
            batches = false; // one image at a time then
        }
        if (!batches) {
            shapes.forgetTwo();
        }
        return new ShapeTrial(shapes, batches);
    }

    private static void outline(
            int batch,
            StepSequence whole,
            ExecutableGraph circuit,
            DType type,
            ValueShapes shapes,
            TrialBudget budget,
            long channels,
            long height,
            long width) {
        try (Scope scope = Scope.open()) {
            var images = ShapeTensors.zeros(type, batch, channels, height, width);
            shapes.put(batch, circuit.input(), images);
            whole.outline(images, budget, shapes.observer(batch));
        }
    }
}
