package org.eddp.features;

import java.util.List;

/**
 * The result of a batch of images.
 *
 * @param rows of the images with features, as stored
 * @param extra tokens of the same images that are not patches, as stored
 * @param logits of the same images
 * @param records of all images of the batch
 */
record ExtractedBatch(byte[] rows, byte[] extra, float[] logits, List<FeatureSet.ImageRecord> records) {}
