package org.eddp.faithfulness;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.eddp.names.ConceptName;

/**
 * Content of {@code dreams.json}: whether images change along the signal vector of a concept when they are changed to show more
 * of it.
 *
 * @param command the command line that made it
 * @param directions digest of the directions it is about
 * @param options with which images were changed
 * @param imagesPerConcept images tried per concept at most
 * @param faithful cosine from which a signal vector counts as faithful
 * @param share of concepts that are faithful
 * @param shareWithoutSubsampling the same for signal vectors estimated from all patches
 * @param sharePooled the same for signal vectors as learned, with one line through all patches of an image
 * @param cosineOthers of dreaming directions and signal vectors of other concepts, mean: what chance gives
 * @param concepts those studied
 * @param pictures some dreams
 */
public record DreamResults(
        String command,
        String directions,
        Dream.Options options,
        int imagesPerConcept,
        double faithful,
        double share,
        double shareWithoutSubsampling,
        double sharePooled,
        double cosineOthers,
        List<ConceptDream> concepts,
        List<DreamPicture> pictures) {
    public DreamResults {
        concepts = List.copyOf(concepts);
        pictures = List.copyOf(pictures);
    }

    /**
     * One concept.
     *
     * @param cosine of dreaming direction and signal vector, mean over its images; null if it was found on none
     * @param cosineWithoutSubsampling the same for the signal vector from all patches
     */
    public record ConceptDream(
            ConceptName concept, Double cosine, Double cosineWithoutSubsampling, List<ImageDream> images) {
        public ConceptDream {
            images = List.copyOf(images);
        }

        /** Mean of a number over the images; null if there are none. */
        public Double mean(ToDoubleFunction<ImageDream> number) {
            OptionalDouble mean = images.stream().mapToDouble(number).average();
            return mean.isPresent() ? mean.getAsDouble() : null;
        }
    }

    /**
     * One dream.
     *
     * @param image its name
     * @param cosine of dreaming direction and signal vector
     * @param cosineWithoutSubsampling of dreaming direction and signal vector from all patches
     * @param cosinePooled of the signal vector and the line through all records of all patches together, whatever the fit
     * @param cosineFilter of dreaming direction and filter
     * @param cosineOthers of dreaming direction and the signal vectors of the other concepts, mean: what chance gives
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

    /** An image before and after, as data addresses. */
    public record DreamPicture(ConceptName concept, String image, String before, String after, double cosine) {}
}
