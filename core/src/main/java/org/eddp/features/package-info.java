/**
 * Features: the patches of many images, as rows, in memory ({@link org.eddp.features.DenseFeatures}) or on disk
 * ({@link org.eddp.features.FeatureSet}), and how they are made ({@link org.eddp.features.FeatureExtraction}).
 *
 * <h2>Feature set</h2>
 *
 * A folder:
 *
 * <pre>
 * features.json          the description of the set ({@link org.eddp.features.FeatureSet.Info}): network, layer, preprocessing, image
 *                        list, sizes, whether outputs are independent labels, and the shards with the SHA-256 of their files
 * features-00000.npy     numbers of the first shard: images x height x width x D, float32 or float16, little-endian, in
 *                        NumPy's format
 * logits-00000.npy       logits of the same images: images x classes, float32
 * images-00000.json      name, class, SHA-256 and prediction of every image of the shard; for a broken one, why it was
 *                        skipped, and no numbers
 * tokens-00000.npy       only for layers with tokens that are not patches (class token, registers): these tokens of the same
 *                        images, images x tokens x D, as the features; what is above the layer reads them too
 * tokens-00000.json      how many they are per image, and the SHA-256 of that file
 * features-00001.npy     ...
 * readout.safetensors    class vectors (D x K) and biases (K), if the part above the layer is pooling and one linear layer
 * recomputed.json        only in sets that keep no features-*.npy: its presence says that these are computed from the images when they
 *                        are needed
 * circumstances.json     where network and images lay ({@link org.eddp.features.FeatureExtraction.Origin}); not part of the result
 * </pre>
 *
 * A shard holds a fixed number of consecutive images of the list (fewer in the last one). Its files are written first,
 * each atomically, and then recorded in {@code features.json}. So the set is always a sequence of complete shards;
 * {@code complete} tells whether these are all. The same list, network and options give the same bytes, for any number
 * of threads and however often extraction was interrupted.
 */
package org.eddp.features;
