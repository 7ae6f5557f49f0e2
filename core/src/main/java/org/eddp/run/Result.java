package org.eddp.run;

import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;

/**
 * A kind of result in the folder of a run: its file, how it is read and written, and its origin.
 *
 * @param <T> type of the content
 */
public final class Result<T> {
    /** A file beside many results that is about all of them. */
    static final String INDEX = "index.json";

    private final String name;
    private final Function<Path, T> reader;
    private final BiConsumer<Path, T> writer;
    private final Function<T, Made> inside;
    private final ToIntFunction<T> concepts;
    private final boolean many;

    private Result(
            String name,
            Function<Path, T> reader,
            BiConsumer<Path, T> writer,
            Function<T, Made> inside,
            ToIntFunction<T> concepts,
            boolean many) {
        this.name = name;
        this.reader = reader;
        this.writer = writer;
        this.inside = inside;
        this.concepts = concepts;
        this.many = many;
    }

    /** A file without its origin, which the run keeps in {@code commands.json}. */
    static <T> Result<T> file(String name, Function<Path, T> reader, BiConsumer<Path, T> writer) {
        return new Result<>(name, reader, writer, null, null, false);
    }

    /**
     * JSON that contains its command and its directions.
     *
     * @param command of a value
     * @param directions of a value: their digest
     */
    static <T> Result<T> json(String name, Class<T> type, Function<T, String> command, Function<T, String> directions) {
        return new Result<>(
                name,
                file -> Json.read(file, type),
                Json::writeSealed,
                value -> new Made(command.apply(value), directions.apply(value)),
                null,
                false);
    }

    /**
     * The same with a check of the content when it is read, so that a message can name the file.
     *
     * @param check throws an {@link InvalidInput} that describes the problem
     */
    Result<T> checked(Consumer<T> check) {
        return new Result<>(name, file -> checked(file, check), writer, inside, concepts, many);
    }

    /**
     * The same, which holds something about every concept of the run.
     *
     * @param count of a value: how many concepts it is about
     */
    Result<T> aboutConcepts(ToIntFunction<T> count) {
        return new Result<>(name, reader, writer, inside, count, many);
    }

    /** Refuses a value that is about another number of concepts than the run has. */
    void requireConcepts(Path file, T value, int expected) {
        int found = concepts == null ? expected : concepts.applyAsInt(value);
        if (found != expected) {
            throw new FileFailure("cannot read " + file + ": it is about " + found + " concepts, the run has "
                    + expected + "; run again the command that wrote it");
        }
    }

    private T checked(Path file, Consumer<T> check) {
        T value = reader.apply(file);
        try {
            check.accept(value);
        } catch (InvalidInput e) {
            throw new FileFailure(
                    "cannot read " + file + ": " + e.getMessage() + "; run again the command that wrote it", e);
        }
        return value;
    }

    /** The same where there may be many of them, in a folder of this name. */
    Result<T> many() {
        return new Result<>(name, reader, writer, inside, concepts, true);
    }

    /** Name of the file, or of the folder where there may be many. */
    public String name() {
        return name;
    }

    T read(Path file) {
        return reader.apply(file);
    }

    void write(Path file, T value) {
        writer.accept(file, value);
    }

    /** Refuses a kind of result with many files where one is expected. */
    void requireSingle() {
        if (many) {
            throw new IllegalArgumentException("there may be many files in " + name + "; name the one that is meant");
        }
    }

    /** Null if the file does not contain it. */
    Made made(T value) {
        return inside == null ? null : inside.apply(value);
    }

    boolean saysHowItWasMade() {
        return inside != null;
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * How a result was made. This is the one rule of staleness: a result of other directions than those a run has now
     * is out of date, whichever command made it.
     *
     * @param command the command line or another description; null if unknown
     * @param directions digest of the directions it is about
     */
    public record Made(@Json.MayBeNull String command, String directions) {}
}
