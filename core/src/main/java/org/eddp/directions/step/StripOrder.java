package org.eddp.directions.step;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;
import org.eddp.directions.LossOptions;
import org.eddp.directions.step.TiledStep.StepLocation;
import org.eddp.files.FileFailure;
import org.eddp.parts.Work;
import org.eddp.parts.Work.WorkOrder;
import org.eddp.parts.WorkerContext;
import org.eddp.tensor.Activation;

/**
 * A pass over the strips of a batch for another process, with the passes before it. A process that has the results of
 * the earlier passes continues; another one computes them again. A process that is lost between two passes therefore
 * costs only time.
 *
 * @param setting constant from step to step
 * @param evaluation identifies this evaluation
 * @param images numbers of the images of the batch
 * @param passes in order; the result of the last one is returned
 */
record StripOrder<T extends Serializable>(
        Setting setting, String evaluation, int[] images, Strips.Request request, List<Pass<?>> passes)
        implements WorkOrder<T> {
    private static final long serialVersionUID = 1L;

    /** The constant inputs of evaluations, which a process keeps open. */
    record Setting(StepLocation place, LossOptions options, Activation activation, int tileElements)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public String title() {
        return "a pass of a step of learning";
    }

    @Override
    public Work<T> open(WorkerContext place) {
        CachedStrips known = place.kept(CachedStrips.class, setting, () -> new CachedStrips(setting, place));
        return known.work(this);
    }

    @Override
    public byte[] toBytes(T found) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(found);
        } catch (IOException e) {
            throw new IllegalStateException("what a strip gave cannot be written: " + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    @Override
    @SuppressWarnings("unchecked") // the result is that of the last pass
    public T fromBytes(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (T) in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new FileFailure(
                    "what another process found on a strip cannot be read: " + e.getMessage()
                            + "; all processes must have the same version of eddp",
                    e);
        }
    }
}
