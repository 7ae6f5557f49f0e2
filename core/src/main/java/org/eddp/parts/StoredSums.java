package org.eddp.parts;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.eddp.monitor.Monitor;

/**
 * Sums by several processes: each part keeps its shares in its folder, a file for each sum, and when all are there they are added up in the order
 * of the parts, which is that of the units. A part that was killed goes on with the first sum it has not kept.
 *
 * @param folders where parts are
 * @param units of the work; those of every sum are divided like these
 * @param unit plural noun for the units
 * @param question all that decides the sums, by what it is called
 */
public record StoredSums(PartFolders folders, int units, String unit, Map<String, String> question) {
    /**
     * Does the share of a part in some sums, as far as it was not done.
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

    /** What all parts kept of a sum, added up. */
    public <S extends PartialResult<S>> S of(Sum<S> sum) {
        S total = sum.none().get();
        for (Part part : folders.all()) {
            total.add(sum.read().apply(new PartFile(folders.of(part), sum.name()).read(part, question)));
        }
        return total;
    }
}
