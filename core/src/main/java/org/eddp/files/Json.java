package org.eddp.files;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * Reads and writes JSON files; records work both ways. What is written is described in the documentation of this
 * package.
 *
 * <p>Reading is strict, because a misspelt or missing option that is quietly ignored is an experiment that was not run:
 * unknown, missing and repeated fields fail, and so do 3.5 for a whole number and "3" for a number; only what was
 * {@linkplain AddedLater added later} may be missing. Files of unknown form are read as a tree.
 */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new RequiredFields())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .addModule(new SimpleModule()
                    // Jackson writes a path as an absolute URI, which would put the working folder into every result.
                    .addSerializer(Path.class, new ToStringSerializer(Path.class))
                    .setSerializerModifier(new StableOrder()))
            .build();

    private static final JsonMapper TOLERANT = MAPPER.rebuild()
            .annotationIntrospector(new JacksonAnnotationIntrospector())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private Json() {}

    /** A component of a record that files of earlier versions lack; it is null when one of them is read. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
    public @interface AddedLater {}

    /** Whatever a record has must be in the file. */
    private static final class RequiredFields extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            return member instanceof AnnotatedParameter && !member.hasAnnotation(AddedLater.class);
        }
    }

    /**
     * Writes a value to a file, atomically.
     *
     * @throws FileFailure if the file cannot be written, or the value contains a number that is not finite
     */
    public static void write(Path file, Object value) {
        AtomicFile.writeString(file, toText(file.toString(), value));
    }

    /**
     * The text that {@link #write} would write, with a line end at its end.
     *
     * @throws FileFailure if the value contains a number that is not finite
     */
    public static String toText(Object value) {
        return toText("the value as JSON", value);
    }

    private static String toText(String target, Object value) {
        JsonNode tree;
        try {
            tree = MAPPER.valueToTree(value);
        } catch (JacksonException e) {
            throw new FileFailure("cannot write " + target + ": " + JsonProblem.describe(e), e);
        }
        Optional<String> bad = NonFinite.find(tree);
        if (bad.isPresent()) {
            throw new FileFailure("cannot write " + target + ": " + bad.get()
                    + ", JSON holds finite numbers only; find out why, or use null for a number that is not there");
        }
        return JsonText.of(tree);
    }

    /**
     * Reads a file into a record or another class.
     *
     * @throws FileFailure if the file cannot be read, is not JSON, or does not fit {@code type}
     */
    public static <T> T read(Path file, Class<T> type) {
        return read(file, type, MAPPER);
    }

    /**
     * Reads a file that others wrote: fields it has beyond those of {@code type} are ignored, fields it lacks are null or
     * zero, for the caller to check.
     *
     * @throws FileFailure if the file cannot be read, is not JSON, or a field does not fit
     */
    public static <T> T readTolerantly(Path file, Class<T> type) {
        return read(file, type, TOLERANT);
    }

    private static <T> T read(Path file, Class<T> type, JsonMapper mapper) {
        T value = parse(file, in -> mapper.readValue(in, type));
        if (value == null) {
            throw new FileFailure("cannot read " + file + ": it holds null; " + JsonProblem.REMEDY);
        }
        return value;
    }

    /**
     * Reads a file of any form.
     *
     * @throws FileFailure if the file cannot be read or is not JSON
     */
    public static JsonNode readTree(Path file) {
        JsonNode tree = parse(file, MAPPER::readTree);
        if (tree.isMissingNode()) {
            throw new FileFailure("cannot read " + file + ": it is empty; " + JsonProblem.REMEDY);
        }
        return tree;
    }

    private interface Parser<T> {
        T parse(InputStream in);
    }

    private static <T> T parse(Path file, Parser<T> parser) {
        try (InputStream in = Channels.newInputStream(Inputs.open(file))) {
            return parser.parse(in);
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        } catch (JacksonException e) {
            if (e.getCause() instanceof IOException io) {
                throw FileFailure.reading(file, io);
            }
            throw new FileFailure(
                    "cannot read " + file + ": " + JsonProblem.describe(e) + "; " + JsonProblem.REMEDY, e);
        }
    }
}
