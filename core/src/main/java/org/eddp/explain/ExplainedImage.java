package org.eddp.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eddp.explain.Explanation.Conditioning;
import org.eddp.failure.InvalidInput;
import org.eddp.files.json.Json;
import org.eddp.names.ConceptName;
import org.eddp.names.Named;
import org.eddp.network.OutputKind;

/**
 * Content of a file in {@code explanations/}: the explanation of a prediction for one image.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param image name of the image
 * @param picture the part that the network saw, as a data URL
 * @param label the class explained
 * @param against the class it is compared with, or null
 * @param predicted the likeliest class, or the strongest label
 * @param concepts every concept, in order
 * @param explanation every number
 * @param detections for the concepts of the strongest parts, strongest first: w.x - b on every patch, row by row; above
 *     zero the detector fires
 * @param likeliest names of the likeliest classes, as in the explanation
 * @param supported concepts that the patches of the run support; null if that is not known
 * @param outputs kind of the outputs of the network; in files only for labels
 * @param instead the prediction without the concepts that speak most for the class; null unless by removal
 * @param limit what the health of the run limits the verdict to; null where it does not, or where it is not known
 * @param summary the explanation in a sentence; null unless by removal. This and the following are always computed here
 * @param verdict how far the explanation can be relied on, never better than the limit
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
        List<Named> likeliest,
        @Json.MayBeNull Integer supported,

        @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OutputKind.UnlessClasses.class)
        OutputKind outputs,

        @Json.MayBeNull Named instead,
        @Json.MayBeNull Limit limit,
        @Json.MayBeNull String summary,
        Quality.Grade verdict,
        @Json.MayBeNull Quality quality) {
    public ExplainedImage {
        outputs = outputs == null ? OutputKind.CLASSES : outputs;
        Quality.Grade own = explanation.quality().grade();
        verdict = limit == null ? own : own.atMost(limit.grade());
        quality = explanation.quality().finite() ? explanation.quality() : null;
        likeliest = List.copyOf(likeliest);
        concepts = List.copyOf(concepts);
        detections = List.copyOf(detections);
        int known = explanation.concepts().size();
        if (concepts.size() != known) {
            throw new InvalidInput(
                    "there are names of " + concepts.size() + " concepts, but contributions of " + known);
        }
        if (likeliest.size() > explanation.likeliest().size()) {
            throw new InvalidInput("there are names of " + likeliest.size() + " likeliest classes, but scores of "
                    + explanation.likeliest().size());
        }
        for (Detection detection : detections) {
            if (detection.concept() < 0 || detection.concept() >= known) {
                throw new InvalidInput(
                        "detections are of concepts 0 .. " + (known - 1) + ", not of " + detection.concept());
            }
        }
        summary = explanation.without() == null
                ? null
                : new RemovalSummary(outputs, label, against, predicted, concepts, explanation, instead).sentence();
    }

    /** Without the computed fields. */
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
            OutputKind outputs,
            Named instead,
            Limit limit) {
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
                instead,
                limit,
                null,
                null,
                null);
    }

    /**
     * The limit that the health of a run sets for verdicts.
     *
     * @param grade the best that an explanation can be
     * @param reason why, as a sentence
     */
    public record Limit(Quality.Grade grade, String reason) {
        /** Whether an explanation would be better without it. */
        public boolean binds(Quality.Grade own) {
            return own.compareTo(grade) < 0;
        }
    }

    /** The scores of a detector on every patch. */
    public record Detection(int concept, double[][] scores) {
        public Detection {
            Explanation.requireGrid("scores", scores);
        }
    }

    /**
     * Content of {@code explanations/index.json}: the images that were explained together, and how reliable the
     * explanations are.
     *
     * @param command the command line that made it
     * @param directions digest of the directions they are about
     * @param undecided how the baselines were found
     * @param conditioning how well the concepts can be distinguished
     * @param summary medians and counts over the images
     * @param limit what the health of the run limits the verdicts to, or null
     * @param images every image
     */
    public record Index(
            String command,
            String directions,
            UndecidedPoint undecided,
            Conditioning conditioning,
            Quality.Summary summary,
            @Json.MayBeNull Limit limit,
            List<Entry> images) {
        public Index {
            images = List.copyOf(images);
        }

        /**
         * An index.
         *
         * @param images in order, at least one
         * @param last the last one's explanation, for the facts common to all
         *
         * @param limit of verdicts by the health of the run, or null
         */
        public static Index of(String command, String directions, List<Entry> images, Explanation last, Limit limit) {
            return new Index(
                    command,
                    directions,
                    last.undecided(),
                    last.conditioning(),
                    Quality.Summary.of(
                            images.stream().map(Entry::quality).toList(),
                            limit == null ? Quality.Grade.CLEAR : limit.grade()),
                    limit,
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
     * @param verdict how far its explanation can be relied on
     * @param quality the same in numbers; null in a file where a logit is zero and shares of it are infinite
     */
    public record Entry(
            String image,
            String file,
            Named label,
            Named predicted,
            Quality.Grade verdict,
            @Json.MayBeNull Quality quality) {
        private Entry finite() {
            return quality.finite() ? this : new Entry(image, file, label, predicted, verdict, null);
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

    /** The prediction: one class, or every label with a probability above one half, strongest first. */
    public List<Named> taken() {
        return outputs == OutputKind.CLASSES
                ? List.of(predicted)
                : IntStream.range(0, likeliest.size())
                        .filter(k -> explanation.likeliest().get(k).probability() > 0.5)
                        .mapToObj(likeliest::get)
                        .toList();
    }

    /** The explained class, in words. */
    public String subject() {
        return label + (against == null ? "" : " rather than " + against);
    }

    /** The same as the beginning of a sentence: "Saint Bernard rather than boxer". */
    public String opening() {
        return RemovalSummary.opening(outputs, label, against);
    }

    /** The same in the middle of a sentence. */
    public String subjectInSentence() {
        String kind = outputs.noun();
        return label.inSentence(kind) + (against == null ? "" : " rather than " + against.inSentence(kind));
    }
}
