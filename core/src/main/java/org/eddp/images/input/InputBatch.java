package org.eddp.images.input;

import java.util.Arrays;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.source.ImageFailure;
import org.eddp.images.source.ImageList;
import org.eddp.tensor.Tensor;

/**
 * Images of a list, read together. Broken images are skipped.
 *
 * @param preprocessing how pictures became inputs
 * @param inputs of the images that could be read, one behind the other
 * @param problems one for each image: why it could not be read, or null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record InputBatch(Preprocessing preprocessing, float[] inputs, String[] problems) {
    /**
     * Reads images.
     *
     * @param list that the images belong to
     * @param strict whether a broken image ends the reading
     * @param contents receives the bytes of each file with the index of its image, before they are decoded
     * @throws ImageFailure if an image is broken and reading is strict
     * @throws org.eddp.files.FileFailure if the whole folder or archive of a broken image has disappeared
     */
    public static InputBatch read(
            ImageList list,
            List<ImageList.Entry> images,
            Preprocessing preprocessing,
            boolean strict,
            ObjIntConsumer<byte[]> contents) {
        ImageReader reader = new ImageReader();
        int length = preprocessing.length();
        float[] inputs = new float[Math.multiplyExact(images.size(), length)];
        String[] problems = new String[images.size()];
        int present = 0;
        for (int i = 0; i < problems.length; i++) {
            ImageList.Entry image = images.get(i);
            try {
                byte[] content = reader.content(image.path(), image.name());
                contents.accept(content, i);
                preprocessing.apply(reader.decode(content, image.name()), inputs, present * length);
                present++;
            } catch (ImageFailure e) {
                if (strict) {
                    throw e;
                }
                list.requirePlace(image);
                problems[i] = e.getMessage();
            }
        }
        return new InputBatch(
                preprocessing, present == problems.length ? inputs : Arrays.copyOf(inputs, present * length), problems);
    }

    /** Number of images that could be read. */
    public int present() {
        return inputs.length / preprocessing.length();
    }

    /** Whether an image could be read. */
    public boolean isPresent(int image) {
        return problems[image] == null;
    }

    /** The images that could be read, as the network takes them; the tensor belongs to the open scope. */
    public Tensor tensor() {
        return preprocessing.tensor(inputs);
    }
}
