package org.eddp.faithfulness;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.eddp.files.json.Json;
import org.eddp.names.ConceptName;

/**
 * Content of {@code dreams.json}: whether images change along the signal vector of a concept when they are changed to
 * show more of it.
 *
 * <p>There are two protocols. Ours dreams from images chosen by {@code start}, follows the movement of each patch, and
 * compares the signal vector with the common direction of the dreams of a concept. The literal protocol dreams from the
 * images in which the detector is most confident, in the paper's number of steps along the plain gradient. It fits one
 * line through all patches of an image, and counts images, not concepts.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param options with which images were changed by our protocol
 * @param literal those of the literal protocol
 * @param start images that dreams began from
 * @param imagesPerConcept images tried per concept at most
 * @param faithful cosine from which a signal vector counts as faithful
 * @param share of concepts that are faithful
 * @param shareWithoutSubsampling the same for signal vectors estimated from all patches
 * @param shareLiteral of the dreams of the literal protocol whose cosine is that of a faithful signal vector; null if it
 *     was left out
 * @param shareLiteralWithoutSubsampling the same for signal vectors estimated from all patches; null if it was left out
 * @param shareNearest of concepts whose dreams are nearer to their own signal vector than to that of any other concept
 * @param cosineOthers of dreaming directions and signal vectors of other concepts, mean: the chance level @param
 *     cosineBestOther of the dreaming direction of a concept and the nearest signal vector of another one, mean over
 *     concepts
 * @param concepts those studied
 * @param pictures some dreams
 */
public record DreamResults(
        String command,
        String directions,
        Dream.Options options,
        Dream.Options literal,
        Dream.Start start,
        int imagesPerConcept,
        double faithful,
        double share,
        double shareWithoutSubsampling,
        @Json.MayBeNull Double shareLiteral,
        @Json.MayBeNull Double shareLiteralWithoutSubsampling,
        double shareNearest,
        double cosineOthers,
        double cosineBestOther,
        List<ConceptDream> concepts,
        List<DreamPicture> pictures) {
    public DreamResults {
        concepts = List.copyOf(concepts);
        pictures = List.copyOf(pictures);
    }

    /**
     * One concept.
     *
     * @param cosine of signal vector and dreaming direction, the mean of those of its images; null if it was found on
     *     none
     * @param cosineWithoutSubsampling the same for the signal vector from all patches
     * @param control values to compare the cosine with; null if it was found on no image
     * @param literal by the literal protocol; null if it was left out
     * @param images dreams it is from
     */
    public record ConceptDream(
            ConceptName concept,
            @Json.MayBeNull Double cosine,
            @Json.MayBeNull Double cosineWithoutSubsampling,
            @Json.MayBeNull Control control,
            @Json.MayBeNull Literal literal,
            List<ImageDream> images) {
        /** Images needed for an extrapolation: the agreement of fewer is a matter of chance. */
        public static final int ENOUGH_IMAGES = 5;

        public ConceptDream {
            images = List.copyOf(images);
        }

        /**
         * The {@code cosine} extrapolated to infinitely many images, where the peculiarities of single images no longer
         * count.
         *
         * @return null if it cannot be estimated: fewer than {@link #ENOUGH_IMAGES}, or dreams that do not agree at all
         */
        public Double cosineOfMany() {
            boolean known = control != null
                    && control.agreement() != null
                    && control.agreement() > 0
                    && images.size() >= ENOUGH_IMAGES;
            return known ? Math.max(-1, Math.min(1, mean(ImageDream::cosine) / Math.sqrt(control.agreement()))) : null;
        }

        /** Mean of a number over the images; null if there are none. */
        public Double mean(ToDoubleFunction<ImageDream> number) {
            OptionalDouble mean = images.stream().mapToDouble(number).average();
            return mean.isPresent() ? mean.getAsDouble() : null;
        }
    }

    /**
     * Values to compare a cosine with.
     *
     * @param bestOther largest cosine of the same dreaming direction with the signal vector of another concept
     * @param rank of the concept's own signal vector among all of them, by their cosines; 1 is the nearest
     * @param filter cosine of the dreaming direction and the filter
     * @param reachable cosine of the signal vector and a movement exactly along it, as far as w.x rose, of the same
     *     patches: below 1 where the activation lets features go no further. Dreams cannot be expected to do better
     * @param agreement mean cosine of the dreaming directions of different images; null for a single image
     */
    public record Control(
            double bestOther,
            int rank,
            double filter,
            double reachable,
            @Json.MayBeNull Double agreement) {}

    /**
     * The literal protocol.
     *
     * @param cosine of the signal vector and one line through all patches of an image, mean over the most confident
     *     images
     * @param cosineWithoutSubsampling the same for the signal vector from all patches
     * @param images the dreams themselves, with such a line
     */
    public record Literal(double cosine, double cosineWithoutSubsampling, List<ImageDream> images) {
        public Literal {
            images = List.copyOf(images);
        }

        /** Of dreams; null if there are none. */
        static Literal of(List<ImageDream> images) {
            return images.isEmpty()
                    ? null
                    : new Literal(
                            mean(images, ImageDream::cosine),
                            mean(images, ImageDream::cosineWithoutSubsampling),
                            images);
        }

        private static double mean(List<ImageDream> images, ToDoubleFunction<ImageDream> number) {
            return images.stream().mapToDouble(number).average().orElseThrow();
        }
    }

    /**
     * One dream.
     *
     * @param image its name
     * @param cosine of dreaming direction and signal vector
     * @param cosineWithoutSubsampling of dreaming direction and signal vector from all patches
     * @param cosinePooled of the signal vector and the line through all records of all patches together, whatever the
     *     fit
     * @param cosineFilter of dreaming direction and filter
     * @param cosineOthers of dreaming direction and the signal vectors of the other concepts, mean: the chance level
     *
     * @param patches with the concept
     * @param before mean of w.x there
     * @param after and after the dream
     * @param moved how far the mean of the patches moved
     * @param apart how far patches were from their mean before, root mean square
     */
    public record ImageDream(
            String image,
            double cosine,
            double cosineWithoutSubsampling,
            double cosinePooled,
            double cosineFilter,
            double cosineOthers,
            int patches,
            double before,
            double after,
            double moved,
            double apart) {}

    /** An image before and after, as data URLs. */
    public record DreamPicture(ConceptName concept, String image, String before, String after, double cosine) {}
}
