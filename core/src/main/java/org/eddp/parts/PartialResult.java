package org.eddp.parts;

import org.eddp.files.SafetensorsFile;

/**
 * What was found out about some images, and adds up with what is found out about others to what is true of all. Partial results of units
 * are added in the order of the units, so what comes of them does not depend on who found out what when.
 *
 * @param <S> itself
 */
public interface PartialResult<S extends PartialResult<S>> {
    /**
     * Adds what was found out about images of later units.
     *
     * @throws IllegalArgumentException if it is about something else
     */
    void add(S later);

    /** All of it, to be kept or sent; what reads it gives an equal one. */
    SafetensorsFile content();
}
