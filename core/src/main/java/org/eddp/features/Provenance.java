package org.eddp.features;

import org.eddp.images.Preprocessing;
import org.eddp.tensor.Activation;

/**
 * Where features come from: all that decides their values, apart from the images.
 *
 * @param network name of the network's file
 * @param networkSha256 digest of its content
 * @param layer the layer of study
 * @param activation the activation function that computed it
 * @param preprocessing how pictures became inputs
 * @param listed number of images in the list
 * @param listSha256 digest of their names and labels
 */
public record Provenance(
        String network,
        String networkSha256,
        String layer,
        Activation activation,
        Preprocessing preprocessing,
        int listed,
        String listSha256) {}
