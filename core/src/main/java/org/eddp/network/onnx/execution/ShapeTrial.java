package org.eddp.network.onnx.execution;

import org.eddp.network.NetworkFailure;
import org.eddp.tensor.DType;
import org.eddp.tensor.Outlines;
import org.eddp.tensor.Scope;

/**
 * Tries a network on the outlines of one and two images: which shapes its values have, and whether it may take several images at once.
 * Nothing is computed but shapes. Whether two images together give what each gives alone is seen by {@link BatchTrial}.
 *
 * @param shapes of all values
 * @param batches whether shapes allow to run several images at once
 */
record ShapeTrial(ValueShapes shapes, boolean batches) {
    static ShapeTrial run(
            ExecutableGraph circuit, DType type, int channels, int height, int width, TrialBudget budget) {
        Program whole = new Program(circuit.constants(), circuit.steps(), circuit.input(), circuit.output());
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
            Program whole,
            ExecutableGraph circuit,
            DType type,
            ValueShapes shapes,
            TrialBudget budget,
            long channels,
            long height,
            long width) {
        try (Scope scope = Scope.open()) {
            var images = Outlines.zeros(type, batch, channels, height, width);
            shapes.put(batch, circuit.input(), images);
            whole.outline(images, budget, shapes.observer(batch));
        }
    }
}
