package org.eddp.cli;

import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.images.ImageEntry;
import org.eddp.images.ImageList;

/**
 * Images whose classes are known from the folders they are in.
 *
 * @param folder with one subfolder per class
 * @param labels class of every image
 */
record LabelledImages(Path folder, ImageList list, int[] labels) {
    /** Lists the images, and refuses those that the network has no class for. */
    static LabelledImages of(Path folder, OpenNetwork network, RunOptions options) {
        ImageList list = ImageList.of(folder);
        return new LabelledImages(
                folder,
                list,
                labels(list, options.classNames(), network.network().classes()));
    }

    private static int[] labels(ImageList list, ClassNames names, int classes) {
        int[] labels = new int[list.size()];
        for (int n = 0; n < labels.length; n++) {
            ImageEntry entry = list.entries().get(n);
            if (entry.className() == null) {
                throw new FileFailure("--evaluate: image " + entry.name()
                        + " is in no subfolder, so its class is not known; put images into folders named after their"
                        + " classes or the numbers of these");
            }
            labels[n] = names.parse("--evaluate: class", entry.className(), classes);
        }
        return labels;
    }
}
