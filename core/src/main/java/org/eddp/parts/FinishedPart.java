package org.eddp.parts;

import java.nio.file.Path;

/**
 * A finished part.
 *
 * @param part its number and the number of all parts
 * @param folder with its results
 * @param own number of its units
 * @param units number of units of the whole
 * @param unit plural noun for the units
 */
public record FinishedPart(Part part, Path folder, int own, int units, String unit) {
    /** A part of shards. */
    public FinishedPart(Part part, Path folder, int own, int units) {
        this(part, folder, own, units, PartFolders.SHARDS);
    }
}
