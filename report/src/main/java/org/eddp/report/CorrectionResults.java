package org.eddp.report;

import java.util.List;

/**
 * Content of a file in {@code corrections/}: a network from which concepts were taken out.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param network the file written
 * @param concepts those taken out, in order
 * @param images folder of the labelled images, or null if there was no evaluation
 * @param deviation largest difference between logits of the written file and of the same correction in the process, over the
 *     images; null if there was no evaluation
 * @param classes those that occur among the images
 * @param evaluations the network as it is first; empty if there was none
 */
public record CorrectionResults(
        String command,
        String directions,
        String network,
        List<Named> concepts,
        String images,
        Double deviation,
        List<Named> classes,
        List<Evaluation> evaluations) {
    public CorrectionResults {
        concepts = List.copyOf(concepts);
        classes = List.copyOf(classes);
        evaluations = List.copyOf(evaluations);
    }

    /**
     * One network on the images.
     *
     * @param name what it is
     * @param accuracy share predicted rightly
     * @param images number of images
     * @param confusion images of class [row] predicted as class [column]; the last column is all classes that do not occur
     */
    public record Evaluation(String name, double accuracy, long images, long[][] confusion) {}
}
