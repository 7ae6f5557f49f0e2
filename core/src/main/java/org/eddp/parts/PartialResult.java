package org.eddp.parts;

import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.parts.Work.WorkOrder;

/**
 * A result for some images that can be added to results for others. Partial results are added in the order of their
 * units, so that the sum does not depend on scheduling.
 *
 * @param <S> itself
 */
public interface PartialResult<S extends PartialResult<S>> {
    /**
     * Adds the result of later units.
     *
     * @throws IllegalArgumentException if it does not match
     */
    void add(S later);

    /** The content, to be stored or sent. */
    SafetensorsFile content();

    /** An order whose units give partial results, which are sent in the form in which they are stored. */
    interface PartialResultOrder<S extends PartialResult<S>> extends WorkOrder<S> {
        /**
         * Reads content that was stored or sent.
         *
         * @throws org.eddp.files.FileFailure if it is not valid
         */
        S read(SafetensorsFile content);

        @Override
        default byte[] toBytes(S result) {
            return result.content().toBytes();
        }

        @Override
        default S fromBytes(byte[] bytes) {
            return read(SafetensorsFile.fromBytes("what a unit gave", bytes));
        }
    }
}
