package org.eddp.files.json;

import static tools.jackson.databind.cfg.CoercionAction.Fail;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eddp.failure.InvalidInput;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.std.FromStringDeserializer;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;
import tools.jackson.databind.type.LogicalType;

/**
 * Reads and writes JSON files; records work both ways. The documentation of this package describes the format.
 *
 * <p>Reading is strict, because a misspelt option that is ignored silently would give results of another experiment:
 * unknown, missing and repeated fields fail, and so do 3.5 for a whole number, "3" for a number and 3 for a text. A
 * field may be missing only if the writer leaves it out by {@link JsonInclude}, and null only if it
 * {@linkplain MayBeNull may be null}. Files of unknown form are read as a tree.
 */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .withCoercionConfig(
                    LogicalType.Textual,
                    texts -> texts.setCoercion(CoercionInputShape.Integer, Fail)
                            .setCoercion(CoercionInputShape.Float, Fail)
                            .setCoercion(CoercionInputShape.Boolean, Fail))
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new StrictFields())
            .changeDefaultNullHandling(nulls -> JsonSetter.Value.forValueNulls(Nulls.FAIL, Nulls.FAIL))
            .addHandler(DigestField.SKIPPED)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .addModule(new SimpleModule()
                    // Jackson writes a path as an absolute URI, which would put the working folder into every result.
                    .addSerializer(Path.class, new ToStringSerializer(Path.class))
                    .addDeserializer(Path.class, new PlainPath())
                    .setSerializerModifier(new StableOrder()))
            .build();

    private static final JsonMapper TOLERANT = MAPPER.rebuild()
            .annotationIntrospector(new TolerantFields())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private Json() {}

    /** A component of a record that may be null, and says so in its documentation. Every other null in a file is refused. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
    public @interface MayBeNull {}

    /** A list, array or map as a component of a record that may hold nulls. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
    public @interface MayHoldNulls {}

    /** Jackson would take a path with a colon for a URI. */
    private static final class PlainPath extends FromStringDeserializer<Path> {
        PlainPath() {
            super(Path.class);
        }

        @Override
        protected Path _deserialize(String text, DeserializationContext context) {
            return Path.of(text);
        }
    }

    /** All components of a record must be in the file, and null is allowed only where it has a meaning. */
    private static class StrictFields extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            return member instanceof AnnotatedParameter && !member.hasAnnotation(JsonInclude.class);
        }

        @Override
        public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated member) {
            boolean nullable = member.hasAnnotation(JsonInclude.class) || member.hasAnnotation(MayBeNull.class);
            return JsonSetter.Value.forValueNulls(
                    nullable ? Nulls.SET : Nulls.DEFAULT,
                    member.hasAnnotation(MayHoldNulls.class) ? Nulls.SET : Nulls.DEFAULT);
        }
    }

    /** Numbers, and components that may be null, may be missing. */
    private static final class TolerantFields extends StrictFields {
        private static final long serialVersionUID = 1L;

        @Override
        public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            return super.hasRequiredMarker(config, member)
                    && !member.getRawType().isPrimitive()
                    && !member.hasAnnotation(MayBeNull.class);
        }

        @Override
        public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated member) {
            return member.getRawType().isPrimitive()
                    ? JsonSetter.Value.forValueNulls(Nulls.SET)
                    : super.findSetterInfo(config, member);
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
     * Notes in a new folder what its content is made with; refuses a folder that was made with something else, so that
     * work that is repeated does not mix the results of two.
     *
     * @param file of the folder that holds the settings
     * @param settings that the content was made with
     * @param what the folder holds, for example "a world"
     */
    public static void claim(Path file, Record settings, String what) {
        if (!Files.exists(file)) {
            write(file, settings);
        } else if (!read(file, settings.getClass()).equals(settings)) {
            throw new InvalidInput("the folder " + file.getParent() + " holds " + what
                    + " with other settings (see " + file
                    + "); give the same options to continue it, or name another folder");
        }
    }

    /**
     * Writes an object to a file like {@link #write}, with a digest of its content as a last field. The methods
     * of this class that read the file, including {@link #readTree}, detect whether it was changed since; see the documentation
     * of this package.
     *
     * @throws FileFailure if the file cannot be written, or the value contains a number that is not finite
     */
    public static void writeSealed(Path file, Object value) {
        AtomicFile.writeString(file, JsonText.of(DigestField.on(tree(file.toString(), value))));
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
        return JsonText.of(tree(target, value));
    }

    private static JsonNode tree(String target, Object value) {
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
        return tree;
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
     * Reads a file of another program: unknown fields are ignored, missing numbers are zero, and missing components
     * that {@linkplain MayBeNull may be null} are null.
     *
     * @throws FileFailure if the file cannot be read, is not JSON, or a field does not fit
     */
    public static <T> T readTolerantly(Path file, Class<T> type) {
        return read(file, type, TOLERANT);
    }

    /**
     * Reads a file that is part of the program, as {@link #readTolerantly} does.
     *
     * @param owner class beside which it is
     */
    public static <T> T readResource(Class<?> owner, String name, Class<T> type) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileFailure("the program is incomplete: " + name + " is missing; build it again");
            }
            byte[] content = in.readAllBytes();
            return parse(Path.of(name), () -> TOLERANT.readValue(content, type));
        } catch (IOException e) {
            throw FileFailure.reading(Path.of(name), e);
        }
    }

    private static <T> T read(Path file, Class<T> type, JsonMapper mapper) {
        byte[] content = content(file);
        T value = parse(file, () -> mapper.readValue(content, type));
        if (value == null) {
            throw new FileFailure("cannot read " + file + ": it holds null; " + JsonProblem.REMEDY);
        }
        checkSeal(file, parse(file, () -> MAPPER.readTree(content)));
        return value;
    }

    /**
     * Reads a file of any form.
     *
     * @throws FileFailure if the file cannot be read or is not JSON
     */
    public static JsonNode readTree(Path file) {
        byte[] content = content(file);
        JsonNode tree = parse(file, () -> MAPPER.readTree(content));
        if (tree.isMissingNode()) {
            throw new FileFailure("cannot read " + file + ": it is empty; " + JsonProblem.REMEDY);
        }
        checkSeal(file, tree);
        return tree;
    }

    /**
     * JSON inside a file of another kind.
     *
     * @param where in the file, for messages
     * @throws FileFailure if it is not JSON
     */
    public static JsonNode parse(Path file, String where, String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JacksonException e) {
            throw new FileFailure("cannot read " + file + ": " + where + " is not JSON: " + JsonProblem.describe(e), e);
        }
    }

    /**
     * A text as a record, as strictly as a file.
     *
     * @param description for messages
     * @throws FileFailure if it is not JSON or does not fit {@code type}
     */
    public static <T> T fromText(String what, String text, Class<T> type) {
        try {
            T value = MAPPER.readValue(text, type);
            if (value == null) {
                throw new FileFailure(what + " holds null");
            }
            return value;
        } catch (JacksonException e) {
            throw new FileFailure(what + " cannot be read: " + JsonProblem.describe(e), e);
        }
    }

    private static void checkSeal(Path file, JsonNode tree) {
        Optional<String> problem = DigestField.problem(tree);
        if (problem.isPresent()) {
            throw new FileFailure("cannot read " + file + ": " + problem.get());
        }
    }

    private static byte[] content(Path file) {
        try (InputStream in = Channels.newInputStream(Inputs.open(file))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw FileFailure.reading(file, e);
        }
    }

    private interface Parser<T> {
        T parse();
    }

    private static <T> T parse(Path file, Parser<T> parser) {
        try {
            return parser.parse();
        } catch (JacksonException e) {
            throw new FileFailure(
                    "cannot read " + file + ": " + JsonProblem.describe(e) + "; " + JsonProblem.REMEDY, e);
        }
    }
}
