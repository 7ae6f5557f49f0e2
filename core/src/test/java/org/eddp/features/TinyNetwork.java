package org.eddp.features;

import java.util.List;
import java.util.SplittableRandom;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.tensor.Activation;
import org.eddp.tensor.DType;
import org.eddp.tensor.LayerOperations;
import org.eddp.tensor.Scope;
import org.eddp.tensor.Tensor;

/** One strided convolution with ReLU, pooling and a linear layer, for 16 x 16 pictures. */
final class TinyNetwork implements Network {
    static final int SIZE = 16;
    static final int WIDTH = 6;
    static final int CLASSES = 4;

    private final Tensor kernels = random(1, WIDTH, 3, 4, 4);
    private final Tensor weights = random(2, WIDTH, CLASSES);

    private static Tensor random(long seed, long... shape) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = 1;
        for (long size : shape) {
            count *= (int) size;
        }
        return Scope.release(Tensor.of(random.doubles(count, -1, 1).toArray(), DType.FLOAT32, shape));
    }

    @Override
    public String format() {
        return "test";
    }

    @Override
    public ImageInput input() {
        return new ImageInput("image", 3, SIZE, SIZE);
    }

    @Override
    public List<Network.Layer> layers() {
        return List.of(new Network.Layer("maps", "Relu", new long[] {WIDTH, 4, 4}, Activation.RELU));
    }

    @Override
    public int classes() {
        return CLASSES;
    }

    @Override
    public Tensor logits(Tensor images) {
        Network.Cut cut = cut("maps");
        return cut.upper(cut.lower(images));
    }

    @Override
    public Network.Cut cut(String layer) {
        return new Network.Cut() {
            @Override
            public Network.Layer layer() {
                return layers().get(0);
            }

            @Override
            public Tensor lower(Tensor images) {
                return LayerOperations.convolution(
                                images, kernels, null, new long[] {4, 4}, new long[] {0, 0}, new long[] {1, 1}, 1)
                        .relu();
            }

            @Override
            public Tensor upper(Tensor features) {
                int n = features.size(0);
                return features.contiguous()
                        .view(n, WIDTH, -1)
                        .mean(2)
                        .view(n, WIDTH)
                        .mm(weights);
            }
        };
    }

    @Override
    public void close() {
        kernels.close();
        weights.close();
    }
}
