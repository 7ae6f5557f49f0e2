package org.eddp.explain;

import java.util.List;
import org.eddp.files.Json;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;

/**
 * Content of a file in {@code explanations/}: why a network said what it said of one image.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param image name of the image
 * @param picture what the network saw of it, as a data address
 * @param label the class explained
 * @param against the class it is set against, or null
 * @param predicted the likeliest class
 * @param concepts every concept, in order
 * @param explanation every number
 * @param detections for the strongest concepts, strongest first: w.x - b on every patch, row by row; above zero the detector
 *     fires
 * @param likeliest names of the likeliest classes, as in the explanation
 */
public record ExplainedImage(
        String command,
        String directions,
        String image,
        String picture,
        Named label,
        Named against,
        Named predicted,
        List<ConceptName> concepts,
        Explanation explanation,
        List<Detection> detections,
        @Json.AddedLater List<Named> likeliest) {
    public ExplainedImage {
        likeliest = likeliest == null ? List.of() : List.copyOf(likeliest);
        concepts = List.copyOf(concepts);
        detections = List.copyOf(detections);
    }

    /** What a detector says of every patch. */
    public record Detection(int concept, double[][] scores) {}

    /** What is explained, in words. */
    public String subject() {
        return label + (against == null ? "" : " rather than " + against);
    }

    /** The same where a sentence goes on. */
    public String subjectInSentence() {
        return label.inSentence("class") + (against == null ? "" : " rather than " + against.inSentence("class"));
    }
}
