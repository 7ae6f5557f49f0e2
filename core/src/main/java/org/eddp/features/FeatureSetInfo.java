package org.eddp.features;

import java.util.List;

/**
 * Content of {@code features.json}.
 *
 * @param eddp version that wrote it
 * @param provenance where the features come from
 * @param grid patches of an image
 * @param width D
 * @param classes of the network
 * @param type of the stored numbers
 * @param batchImages images that went through the network together
 * @param readout digest of {@code readout.safetensors}, null if there is none
 * @param shardImages listed images per shard; the last shard may have fewer
 * @param shards those written so far
 * @param complete whether these are all
 */
public record FeatureSetInfo(
        String eddp,
        Provenance provenance,
        Grid grid,
        int width,
        int classes,
        NumberType type,
        int batchImages,
        String readout,
        int shardImages,
        List<Shard> shards,
        boolean complete) {
    public FeatureSetInfo {
        shards = List.copyOf(shards);
    }

    /**
     * A part of the set: files with one number.
     *
     * @param number from 0
     * @param images with features
     * @param features digest of {@code features-NNNNN.npy}
     * @param logits digest of {@code logits-NNNNN.npy}
     * @param records digest of {@code images-NNNNN.json}
     */
    public record Shard(int number, int images, String features, String logits, String records) {
        String featuresFile() {
            return file("features", "npy");
        }

        String logitsFile() {
            return file("logits", "npy");
        }

        String recordsFile() {
            return file("images", "json");
        }

        String tokensFile() {
            return file("tokens", "npy");
        }

        String tokensInfo() {
            return file("tokens", "json");
        }

        private String file(String what, String extension) {
            return String.format(java.util.Locale.ROOT, "%s-%05d.%s", what, number, extension);
        }
    }

    /** The same with the shards written so far. */
    FeatureSetInfo with(List<Shard> written, boolean whether) {
        return new FeatureSetInfo(
                eddp, provenance, grid, width, classes, type, batchImages, readout, shardImages, written, whether);
    }

    /** The same with a readout. */
    FeatureSetInfo withReadout(String digest) {
        return new FeatureSetInfo(
                eddp, provenance, grid, width, classes, type, batchImages, digest, shardImages, shards, complete);
    }

    /** Number of images with features. */
    public int images() {
        return shards.stream().mapToInt(Shard::images).sum();
    }
}
