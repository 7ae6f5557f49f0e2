package org.eddp.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.files.Json;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;

/**
 * Content of a file in {@code explanations/}: why a network said what it said of one image.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param image name of the image
 * @param picture what the network saw of it, as a data address
 * @param label the class explained
 * @param against the class it is set against, or null
 * @param predicted the likeliest class, or the strongest label
 * @param concepts every concept, in order
 * @param explanation every number
 * @param detections for the concepts of the strongest parts, strongest first: w.x - b on every patch, row by row; above zero the
 *     detector fires
 * @param likeliest names of the likeliest classes, as in the explanation
 * @param supported concepts that the patches of the run support; null if that is not known
 * @param outputs what the network's logits stand for; files say it only of labels
 * @param verdict how far the explanation can be relied on; worked out here whatever is given, as what follows
 * @param quality the same in numbers; null where a logit is zero and shares of it are infinite
 */
public record ExplainedImage(
        String command,
        String directions,
        String image,
        String picture,
        Named label,
        @Json.MayBeNull Named against,
        Named predicted,
        List<ConceptName> concepts,
        Explanation explanation,
        List<Detection> detections,
        @Json.AddedLater List<Named> likeliest,
        @Json.AddedLater Integer supported,

        @Json.AddedLater @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OutputKind.UnlessClasses.class)
        OutputKind outputs,

        @Json.AddedLater Quality.Grade verdict,
        @Json.AddedLater Quality quality) {
    public ExplainedImage {
        outputs = outputs == null ? OutputKind.CLASSES : outputs;
        verdict = explanation.quality().grade();
        quality = explanation.quality().finite() ? explanation.quality() : null;
        likeliest = likeliest == null ? List.of() : List.copyOf(likeliest);
        concepts = List.copyOf(concepts);
        detections = List.copyOf(detections);
        int known = explanation.concepts().size();
        if (concepts.size() != known) {
            throw new IllegalArgumentException(
                    "there are names of " + concepts.size() + " concepts, but contributions of " + known);
        }
        if (likeliest.size() > explanation.likeliest().size()) {
            throw new IllegalArgumentException(
                    "there are names of " + likeliest.size() + " likeliest classes, but scores of "
                            + explanation.likeliest().size());
        }
        for (Detection detection : detections) {
            if (detection.concept() < 0 || detection.concept() >= known) {
                throw new IllegalArgumentException(
                        "detections are of concepts 0 .. " + (known - 1) + ", not of " + detection.concept());
            }
        }
    }

    /** Without what is worked out from the explanation, of a network whose outputs are classes. */
    public ExplainedImage(
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
            List<Named> likeliest,
            Integer supported) {
        this(
                command,
                directions,
                image,
                picture,
                label,
                against,
                predicted,
                concepts,
                explanation,
                detections,
                likeliest,
                supported,
                OutputKind.CLASSES);
    }

    /** Without what is worked out from the explanation. */
    public ExplainedImage(
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
            List<Named> likeliest,
            Integer supported,
            OutputKind outputs) {
        this(
                command,
                directions,
                image,
                picture,
                label,
                against,
                predicted,
                concepts,
                explanation,
                detections,
                likeliest,
                supported,
                outputs,
                null,
                null);
    }

    /** What a detector says of every patch. */
    public record Detection(int concept, double[][] scores) {
        public Detection {
            Explanation.requireGrid("scores", scores);
        }
    }

    /**
     * Content of {@code explanations/index.json}: the images that were explained together, and how far that can be relied on.
     *
     * @param command the command line that made it
     * @param directions digest of the directions they are about
     * @param undecided how the baselines were found
     * @param conditioning how well the concepts can be told apart
     * @param summary medians and counts over the images
     * @param images every image
     */
    public record Index(
            String command,
            String directions,
            UndecidedPoint undecided,
            Conditioning conditioning,
            Quality.Summary summary,
            List<Entry> images) {
        public Index {
            images = List.copyOf(images);
        }

        /**
         * An index.
         *
         * @param images in order, at least one
         * @param last the last one's explanation, which tells what is the same for all
         */
        public static Index of(String command, String directions, List<Entry> images, Explanation last) {
            return new Index(
                    command,
                    directions,
                    last.undecided(),
                    last.conditioning(),
                    Quality.Summary.of(images.stream().map(Entry::quality).toList()),
                    images.stream().map(Entry::finite).toList());
        }
    }

    /**
     * An image of an index.
     *
     * @param image its name
     * @param file of its explanation
     * @param label the class explained
     * @param predicted the likeliest class
     * @param quality how far its explanation can be relied on; null in a file where a logit is zero and shares of it are infinite
     */
    public record Entry(
            String image,
            String file,
            Named label,
            Named predicted,
            @Json.MayBeNull Quality quality) {
        private Entry finite() {
            return quality.finite() ? this : new Entry(image, file, label, predicted, null);
        }
    }

    /** A concept by its name, a group by the numbers of its concepts. */
    public String title(Explanation.Part part) {
        return part.group()
                ? together(part)
                : concepts.get(part.concepts().get(0)).title();
    }

    /** A group by the numbers of its concepts. */
    public static String together(Explanation.Part group) {
        return group.concepts().stream().map(String::valueOf).collect(Collectors.joining(" + ")) + " together";
    }

    /** What the image is taken for: one class, or every label with a probability above one half, strongest first. */
    public List<Named> taken() {
        return outputs == OutputKind.CLASSES
                ? List.of(predicted)
                : IntStream.range(0, likeliest.size())
                        .filter(k -> explanation.likeliest().get(k).probability() > 0.5)
                        .mapToObj(likeliest::get)
                        .toList();
    }

    /** What is explained, in words. */
    public String subject() {
        return label + (against == null ? "" : " rather than " + against);
    }

    /** The same where a sentence goes on. */
    public String subjectInSentence() {
        String kind = outputs.noun();
        return label.inSentence(kind) + (against == null ? "" : " rather than " + against.inSentence(kind));
    }
}
