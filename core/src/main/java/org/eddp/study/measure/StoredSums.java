package org.eddp.study.measure;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eddp.monitor.Monitor;
import org.eddp.parts.Distributor;
import org.eddp.parts.Part;
import org.eddp.parts.Part.FinishedPart;
import org.eddp.parts.PartFolders;
import org.eddp.parts.PartialResult;

/**
 * Sums by several processes: each part stores its shares in its folder, a file for each sum. When all are complete they
 * are added in the order of the parts, which is that of the units. A part that was killed continues with the first
 * missing sum.
 *
 * @param folders of the parts
 * @param units of the work; those of every sum are divided like these
 * @param unit plural noun for the units
 * @param question all inputs that determine the sums, by name
 */
record StoredSums(PartFolders folders, int units, String unit, Map<String, String> question) {
    /**
     * Computes the missing shares of a part in some sums.
     *
     * @param monitor watches
     */
    public FinishedPart keep(Part part, Collection<? extends Sum<?>> sums, Monitor monitor) {
        Path folder = folders.of(part);
        sums.forEach(sum -> keep(part, sum, new PartFile(folder, sum.name()), monitor));
        return new FinishedPart(part, folder, own(part), units, unit);
    }

    private void keep(Part part, Sum<?> sum, PartFile file, Monitor monitor) {
        if (!file.answers(part, question)) {
            file.write(part, question, sum.by(Distributor.HERE, part, monitor));
        }
    }

    private int own(Part part) {
        return part.end(units) - part.first(units);
    }

    /**
     * Computes a conclusion from the sums of all parts, and removes what the parts stored.
     *
     * @param sums all that are needed
     * @param conclude computes the conclusion, and gets the sums from {@link #of}; all parts are locked meanwhile
     * @throws org.eddp.files.FileFailure if parts are missing, unfinished or of another question
     */
    public <T> T merge(Collection<? extends Sum<?>> sums, Supplier<T> conclude) {
        List<Part> parts = folders.all();
        T concluded = folders.locked(parts, () -> {
            folders.requireComplete(parts, units, unit, part -> has(part, sums) ? own(part) : 0);
            T merged = conclude.get();
            parts.forEach(part -> PartFile.removeAll(folders.of(part)));
            return merged;
        });
        folders.removeEmpty();
        return concluded;
    }

    private boolean has(Part part, Collection<? extends Sum<?>> sums) {
        return sums.stream().allMatch(sum -> new PartFile(folders.of(part), sum.name()).exists());
    }

    /** The total of the stored shares of a sum. */
    public <S extends PartialResult<S>> S of(Sum<S> sum) {
        S total = sum.none().get();
        for (Part part : folders.all()) {
            total.add(sum.read().apply(new PartFile(folders.of(part), sum.name()).read(part, question)));
        }
        return total;
    }
}
