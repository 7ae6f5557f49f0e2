package org.eddp.parts;

import org.eddp.files.SafetensorsFile;

/** An order whose units give partial results: these are sent as what would be kept of them. */
public interface PartialResultOrder<S extends PartialResult<S>> extends WorkOrder<S> {
    /**
     * What was kept or sent.
     *
     * @throws org.eddp.files.FileFailure if it is something else
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
