package org.eddp.study;

import java.nio.file.Path;
import java.util.List;
import org.eddp.features.PatchLayer;
import org.eddp.files.Digests;
import org.eddp.files.Version;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.network.Network;
import org.eddp.network.OutputKind;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Workers;

/**
 * The layers of a network that can be studied on a folder of pictures, and the default choices.
 *
 * @param format of the network's file
 * @param classes number of them
 * @param outputs kind of the outputs of the network
 * @param layers that have patches, in the order of computation
 * @param suggested name of the last one with several patches; null if none was found
 * @param preprocessing how pictures would become inputs, in words
 * @param preset its name if it is a preset; null if the network's file declares the preprocessing
 * @param reason for it
 * @param presets names of those that can be chosen instead
 * @param pictures number of them
 * @param remarks about pictures that are left out
 * @param digest identifies features of these pictures by this network and version
 */
public record NetworkPreview(
        String format,
        int classes,
        OutputKind outputs,
        List<Layer> layers,
        String suggested,
        String preprocessing,
        String preset,
        String reason,
        List<String> presets,
        int pictures,
        List<String> remarks,
        String digest) {

    /**
     * A layer that can be studied.
     *
     * @param kind the operation that computes it
     * @param shape of its output for one image
     */
    public record Layer(String name, String kind, long[] shape) {}

    /** Looks at a network and pictures. */
    public static NetworkPreview of(Path network, Path images, int threads, Monitor monitor) {
        ImageList list = ImageList.of(images);
        try (Workers workers = new Workers(threads)) {
            Network found = Networks.load(network, null);
            InputChoice.Found input = InputChoice.AUTOMATIC.find(network, found, null, list, workers, monitor);
            try (Network sized = Networks.fit(
                    found,
                    network,
                    input.preprocessing().cropHeight(),
                    input.preprocessing().cropWidth())) {
                return new NetworkPreview(
                        sized.format(),
                        sized.classes(),
                        sized.outputs(),
                        layers(sized),
                        PatchLayer.last(sized).map(Network.Layer::name).orElse(null),
                        input.preprocessing().toString(),
                        input.preset() == null ? null : input.preset().label(),
                        input.reason(),
                        InputChoice.PRESETS,
                        list.size(),
                        list.leftOut().stream().toList(),
                        Digests.of(Digests.of(network) + list.digest() + Version.current()));
            }
        }
    }

    /** Layers that need no further details, such as the position of channels or a grid. */
    private static List<Layer> layers(Network network) {
        return network.layers().stream()
                .filter(layer -> layer.file().channels() != null
                        && PatchLayer.ofOwnGrid(network.cut(layer.name())).isPresent())
                .map(layer -> new Layer(layer.name(), layer.kind(), layer.shape()))
                .toList();
    }
}
