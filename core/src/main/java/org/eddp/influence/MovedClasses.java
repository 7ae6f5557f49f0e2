package org.eddp.influence;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eddp.directions.Directions;
import org.eddp.network.LinearReadout;
import org.eddp.network.OutputKind;

/**
 * The classes that one concept moves most, strongest first.
 *
 * <p>Scores S are signs counted over images and saturate at one: with a head that is pooling and one linear layer every class has plus
 * or minus one. There the strength is the cosine between the signal vector and what tells the class from the mean of all, or the
 * vector of the label itself where labels are independent.
 *
 * @param raised classes made likelier by more of the concept
 * @param lowered classes made less likely
 * @param strength of the strongest, 0 if there is none
 */
public record MovedClasses(List<Moved> raised, List<Moved> lowered, double strength) {
    public MovedClasses {
        raised = List.copyOf(raised);
        lowered = List.copyOf(lowered);
    }

    /**
     * A class that is moved.
     *
     * @param label number of the class
     * @param effect above zero if raised
     */
    public record Moved(int label, double effect) {}

    /**
     * Finds them for every concept.
     *
     * @param influence where it was tested, only what is significant counts
     * @param readout the head if it is pooling and one linear layer, else null
     * @param asked the classes to look among
     * @param count classes to keep in each direction
     */
    public static List<MovedClasses> of(
            Influence influence, LinearReadout readout, Directions directions, Set<Integer> asked, int count) {
        double[] mean = readout == null ? null : reference(readout);
        return IntStream.range(0, influence.concepts())
                .mapToObj(i -> {
                    boolean tested = influence.tried()[i] > 0;
                    return strongest(
                            asked.stream()
                                    .filter(k -> !tested || influence.isSignificant(i, k))
                                    .map(k -> new Moved(
                                            k,
                                            readout == null
                                                    ? influence.scores().get(i, k)
                                                    : cosine(directions, i, readout, k, mean))),
                            count);
                })
                .toList();
    }

    private static MovedClasses strongest(Stream<Moved> all, int count) {
        List<Moved> moved = all.sorted(Comparator.comparingDouble((Moved m) -> -Math.abs(m.effect()))
                        .thenComparingInt(Moved::label))
                .toList();
        return new MovedClasses(
                moved.stream().filter(m -> m.effect() > 0).limit(count).toList(),
                moved.stream().filter(m -> m.effect() < 0).limit(count).toList(),
                moved.isEmpty() ? 0 : Math.abs(moved.get(0).effect()));
    }

    /** What all classes have in common, which moves none of them; labels do not compete, so nothing is taken off theirs. */
    private static double[] reference(LinearReadout readout) {
        double[] mean = new double[readout.classVectors().rows()];
        if (readout.outputs() == OutputKind.LABELS) {
            return mean;
        }
        for (int d = 0; d < mean.length; d++) {
            for (int k = 0; k < readout.classes(); k++) {
                mean[d] += readout.classVectors().get(d, k) / readout.classes();
            }
        }
        return mean;
    }

    private static double cosine(Directions directions, int concept, LinearReadout readout, int label, double[] mean) {
        double product = 0;
        double signal = 0;
        double own = 0;
        for (int d = 0; d < mean.length; d++) {
            double s = directions.signals().get(d, concept);
            double c = readout.classVectors().get(d, label) - mean[d];
            product += s * c;
            signal += s * s;
            own += c * c;
        }
        return signal > 0 && own > 0 ? product / Math.sqrt(signal * own) : 0;
    }
}
