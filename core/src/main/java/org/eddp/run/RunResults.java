package org.eddp.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eddp.files.FileFailure;
import org.eddp.files.FolderLock;
import org.eddp.files.Folders;
import org.eddp.files.json.Circumstances;
import org.eddp.run.Result.Made;

/** The results in the folder of a run: which of them belong to the current directions, and their origin. */
final class RunResults {
    private final Path folder;
    private final Run.Options options;
    private final Supplier<String> digest;
    private final IntSupplier concepts;
    private final Set<Path> noted = new HashSet<>();
    private ResultLog log;

    /**
     * Results of a run.
     *
     * @param options it was opened with
     * @param digest of its directions
     * @param concepts that it has
     */
    RunResults(Path folder, Run.Options options, Supplier<String> digest, IntSupplier concepts) {
        this.folder = folder;
        this.options = options;
        this.digest = digest;
        this.concepts = concepts;
    }

    Path path(Result<?> result) {
        return folder.resolve(result.name());
    }

    boolean has(Result<?> result) {
        return Files.exists(path(result)) && !isStale(result);
    }

    boolean isStale(Result<?> result) {
        return Files.exists(path(result)) && noted(result).filter(this::isStale).isPresent();
    }

    private boolean isStale(Made made) {
        return !made.directions().equals(digest.get());
    }

    <T> Optional<T> read(Result<T> result) {
        result.requireSingle();
        boolean there = Files.exists(path(result))
                && log().of(result.name()).filter(this::isStale).isEmpty();
        return there ? read(result, path(result)) : Optional.empty();
    }

    <T> Optional<T> read(Result<T> result, Path place) {
        T value = result.read(place);
        Made made = result.made(value);
        if (made != null && isStale(made)) {
            return Optional.empty();
        }
        result.requireConcepts(place, value, concepts.getAsInt());
        return Optional.of(value);
    }

    List<Path> files(Result<?> result) {
        Path place = path(result);
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(f -> f.toString().endsWith(".json"))
                    .filter(f -> !f.endsWith(Result.INDEX) && !f.endsWith(Circumstances.NAME))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw FileFailure.reading(place, e);
        }
    }

    Optional<Made> made(Result<?> result) {
        return noted(result).filter(made -> !isStale(made));
    }

    private Optional<Made> noted(Result<?> result) {
        result.requireSingle();
        if (result.saysHowItWasMade()) {
            return Files.exists(path(result)) ? Optional.of(madeInside(result)) : Optional.empty();
        }
        return log().of(result.name());
    }

    private <T> Made madeInside(Result<T> result) {
        return result.made(result.read(path(result)));
    }

    void note(Result<?> result, String madeBy) {
        if (!result.saysHowItWasMade()) {
            try (FolderLock lock = FolderLock.take(folder)) {
                log = ResultLog.read(folder).with(result.name(), new Made(madeBy, digest.get()));
                log.write(folder);
            }
        }
        noteCircumstances(folder);
    }

    <T> void write(Result<T> result, Path place, T value) {
        Path parent = place.toAbsolutePath().getParent();
        Folders.prepare(parent);
        result.write(place, value);
        noteCircumstances(parent);
    }

    void noteCircumstances(Path place) {
        if (options.request().typed() != null && noted.add(place)) {
            Circumstances.change(place, known -> known.withCommand(options.request(), options.threads()));
        }
    }

    private ResultLog log() {
        if (log == null) {
            log = ResultLog.read(folder);
        }
        return log;
    }
}
