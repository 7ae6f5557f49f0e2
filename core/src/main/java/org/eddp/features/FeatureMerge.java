package org.eddp.features;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Circumstances;
import org.eddp.files.json.Json;
import org.eddp.parts.Part;
import org.eddp.parts.PartFolders;

/**
 * Merges parts into a feature set. Everything is checked before anything is written. Files are linked, not copied, if
 * the file system supports it, and {@code features.json} is written last. So the parts stay complete until the set is
 * complete.
 */
final class FeatureMerge {
    private final Path folder;
    private final FeatureExtraction.Options options;
    private final FeatureSet.Info fresh;
    private final PartFolders parts;

    /**
     * A merge into a folder.
     *
     * @param fresh description of the set, without its shards
     */
    FeatureMerge(Path folder, FeatureSet.Info fresh, FeatureExtraction.Options options) {
        this.folder = folder;
        this.fresh = fresh;
        this.options = options;
        parts = PartFolders.of(folder);
    }

    FeatureSet run() {
        boolean done = isDone();
        List<Part> all = done ? parts.found() : parts.all();
        FeatureSet set = parts.locked(all, () -> {
            if (!done) {
                merge(all);
            }
            FeatureSet merged = FeatureSet.open(folder);
            parts.found().forEach(this::clear);
            return merged;
        });
        parts.removeEmpty();
        return set;
    }

    /** Whether the set is complete already: after a merge that was interrupted at its very end, or repeated. */
    private boolean isDone() {
        Path file = folder.resolve(FeatureSet.INFO);
        if (!Files.exists(file)) {
            return false;
        }
        try {
            FeatureSet.Info there = Json.read(file, FeatureSet.Info.class);
            check(folder, there);
            return there.complete();
        } catch (FileFailure e) {
            if (options.overwrite()) {
                return false;
            }
            throw e;
        }
    }

    private void check(Path place, FeatureSet.Info info) {
        Staleness.checkSettings(place, info, fresh);
        Staleness.checkKept(place, options);
        Staleness.checkList(place, info, fresh);
    }

    private void merge(List<Part> all) {
        int units = ExtractionWork.units(fresh);
        List<FeatureSet.Info> infos = new ArrayList<>();
        all.forEach(part -> infos.add(read(part, units)));
        parts.requireComplete(all, units, part -> {
            FeatureSet.Info info = infos.get(part.number() - 1);
            return info == null ? 0 : info.shards().size();
        });
        List<FeatureSet.Info.Shard> shards = new ArrayList<>();
        for (Part part : all) {
            FeatureSet.Info info = infos.get(part.number() - 1);
            new ShardFiles(parts.of(part), info).verify();
            ReadoutFile.verify(parts.of(part), info);
            if (info.shards().stream().anyMatch(s -> options.strict() && hasSkipped(part, info, s))) {
                throw new FileFailure("a broken image was skipped in part " + part + " (" + parts.of(part)
                        + "), but skipping images is not allowed here; compute that part again");
            }
            shards.addAll(info.shards());
        }
        write(all, fresh.withReadout(readout(all, infos)).with(shards, true));
    }

    /** Every part has computed the class vectors of the network; all must be equal. */
    private String readout(List<Part> all, List<FeatureSet.Info> infos) {
        String readout = infos.get(0).readout();
        for (Part part : all) {
            if (!Objects.equals(infos.get(part.number() - 1).readout(), readout)) {
                throw new FileFailure("parts " + all.get(0) + " and " + part + " in " + parts.folder()
                        + " disagree on the class vectors of the same network, so they come from processors that round"
                        + " differently; compute all parts on machines of one kind");
            }
        }
        return readout;
    }

    private boolean hasSkipped(Part part, FeatureSet.Info info, FeatureSet.Info.Shard shard) {
        return Stream.of(new ShardFiles(parts.of(part), info).records(shard)).anyMatch(image -> !image.present());
    }

    /** The content of a part, checked against the inputs; null if there is nothing yet. */
    private FeatureSet.Info read(Part part, int units) {
        Path place = parts.of(part);
        Path file = place.resolve(FeatureSet.INFO);
        if (!Files.exists(file)) {
            return null;
        }
        FeatureSet.Info info = Json.read(file, FeatureSet.Info.class);
        check(place, info);
        Staleness.checkNumbers(place, info, part.first(units), part.end(units));
        return info;
    }

    private void write(List<Part> all, FeatureSet.Info whole) {
        FeatureExtraction.clear(folder);
        for (Part part : all) {
            forOwnFiles(parts.of(part), file -> {
                String name = file.getFileName().toString();
                boolean ofAll = name.equals(ReadoutFile.NAME) || name.equals(RecomputedFeatures.MARK);
                boolean again = ofAll && part.number() > 1;
                if (!again && !name.equals(FeatureSet.INFO) && !name.endsWith(NumberFile.UNFINISHED)) {
                    link(file, folder.resolve(name));
                }
            });
        }
        Json.writeSealed(folder.resolve(FeatureSet.INFO), whole);
    }

    private static void link(Path file, Path target) throws IOException {
        try {
            Files.createLink(target, file);
        } catch (UnsupportedOperationException | IOException e) {
            // file systems without links, or the part lies on another one
            Path copy = target.resolveSibling(target.getFileName() + NumberFile.UNFINISHED);
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            Files.move(copy, target, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private interface FileAction {
        void on(Path file) throws IOException;
    }

    private static void forOwnFiles(Path place, FileAction action) {
        try (Stream<Path> files = Files.list(place)) {
            for (Path file : files.toList()) {
                if (FeatureExtraction.isOwn(file)) {
                    action.on(file);
                }
            }
        } catch (IOException e) {
            throw FileFailure.writing(place, e);
        }
    }

    private void clear(Part part) {
        FeatureExtraction.clear(parts.of(part));
        Circumstances.forget(parts.of(part).resolve(Circumstances.NAME));
    }
}
