package org.eddp.study;

import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.images.ImageList;
import org.eddp.names.ClassNames;
import org.eddp.run.Run;

/**
 * Images whose classes are known from the folders they are in.
 *
 * @param folder with one subfolder per class
 * @param labels class of every image
 */
record LabelledFolder(Path folder, ImageList list, int[] labels) {
    /** Lists the images, and refuses those that the network of a run has no class for. */
    static LabelledFolder of(Path folder, Run run) {
        ImageList list = ImageList.of(folder);
        return new LabelledFolder(
                folder, list, labels(list, run.classNames(), run.network().classes()));
    }

    private static int[] labels(ImageList list, ClassNames names, int classes) {
        int[] labels = new int[list.size()];
        for (int n = 0; n < labels.length; n++) {
            ImageList.Entry entry = list.entries().get(n);
            if (entry.className() == null) {
                throw new FileFailure("labelled images: " + entry.name()
                        + " is not in a subfolder, so its class is not known; put images into folders named after their"
                        + " classes or the numbers of these");
            }
            labels[n] = names.parse("labelled images: class", entry.className(), classes);
        }
        return labels;
    }
}
