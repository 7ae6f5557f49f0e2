package org.eddp.network.torchscript;

import java.util.List;
import org.eddp.files.Json;
import org.eddp.network.Network.ImageInput;

/**
 * What a network turned out to be when it was run for the first time.
 *
 * @param input height and width are zero if the network takes more than one size
 * @param classes number of logits
 * @param batches whether several images can be run at once; a trace of one image may have that number baked in
 * @param overwriting whether its operations in place have to stay so
 * @param shapes per place of the graph, of one image; null where it is not maps or tokens
 */
record TrialFacts(
        ImageInput input,
        int classes,
        boolean batches,
        boolean overwriting,
        @Json.MayHoldNulls List<long[]> shapes) {}
