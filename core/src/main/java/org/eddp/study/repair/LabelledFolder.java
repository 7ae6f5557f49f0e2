package org.eddp.study.repair;

import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ImageList;
import org.eddp.network.OutputKind;
import org.eddp.run.Run;
import org.eddp.study.view.ImageLabels.FolderLabels;

/**
 * Images whose classes or labels are known from the folders they are in.
 *
 * @param folder with one subfolder per class, or per set of labels; see {@link FolderLabels}
 * @param labels of every image: its class, or its labels
 */
record LabelledFolder(Path folder, ImageList list, int[][] labels) {
    /** Lists the images, and refuses classes that the network of a run does not have. */
    static LabelledFolder of(Path folder, Run run) {
        ImageList list = ImageList.of(folder);
        return new LabelledFolder(folder, list, labels(list, run));
    }

    private static int[][] labels(ImageList list, Run run) {
        OutputKind outputs = run.provenance().outputs();
        int[][] labels = new int[list.size()][];
        for (int n = 0; n < labels.length; n++) {
            ImageList.Entry entry = list.entries().get(n);
            if (entry.className() == null) {
                throw new FileFailure("labelled images: " + entry.name() + " is not in a subfolder, so its "
                        + outputs.noun() + " is not known; put images into folders named after their "
                        + outputs.plural() + " or the numbers of these"
                        + (outputs == OutputKind.LABELS ? ", joined by '+', or 'none' for images without any" : ""));
            }
            labels[n] = FolderLabels.parse(
                    "labelled images: " + outputs.noun(),
                    entry.className(),
                    run.classNames(),
                    run.network().classes(),
                    outputs);
        }
        return labels;
    }
}
