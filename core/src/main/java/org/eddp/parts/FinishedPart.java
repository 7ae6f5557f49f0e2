package org.eddp.parts;

import java.nio.file.Path;

/**
 * A part that is done.
 *
 * @param part which
 * @param folder where what came of it is kept
 * @param own number of its units
 * @param units number of units of the whole
 * @param unit what a unit is, as a word for several
 */
public record FinishedPart(Part part, Path folder, int own, int units, String unit) {
    /** A part of shards. */
    public FinishedPart(Part part, Path folder, int own, int units) {
        this(part, folder, own, units, PartFolders.SHARDS);
    }
}
