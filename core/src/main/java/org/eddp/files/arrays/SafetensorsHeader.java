package org.eddp.files.arrays;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.files.Digests;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;

/**
 * The parsed header of a safetensors file. Only the ranges of numbers are checked here.
 *
 * <p>Read token by token instead of as a tree: a tree of 100 MB of JSON would need gigabytes.
 *
 * @param arrays the arrays, in the order of the header
 * @param metadata the metadata, in the order of the header
 */
record SafetensorsHeader(List<ArrayEntry> arrays, Map<String, String> metadata) {
    static final String METADATA = "__metadata__";
    /** Limit on the number of dimensions. */
    private static final int MOST_DIMENSIONS = 64;

    /** Checksum of the data. */
    static final String DATA_CHECKSUM = "sha256";
    /** Checksum of the header; files of other programs have none. */
    static final String HEADER_CHECKSUM = "sha256_header";

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /**
     * Parses a header.
     *
     * @throws BadFormat if it is not valid
     */
    static SafetensorsHeader parse(byte[] bytes) {
        SafetensorsHeader header = new SafetensorsHeader(new ArrayList<>(), new LinkedHashMap<>());
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), decode(bytes))) {
            expect(parser.nextToken(), JsonToken.START_OBJECT, "the header", "a JSON object");
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                header.field(parser, parser.currentName());
            }
            if (parser.nextToken() != null) {
                throw BadFormat.damaged("the header goes on after its JSON object has ended at column "
                        + parser.currentTokenLocation().getColumnNr() + " of " + bytes.length);
            }
        } catch (JacksonException e) {
            int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
            throw BadFormat.damaged("the header of " + bytes.length + " bytes is not valid JSON at column " + column
                    + " (" + e.getOriginalMessage() + ")");
        }
        return header;
    }

    /** Whether a key of the metadata belongs to the writer. */
    static boolean isChecksum(String key) {
        return key.equals(DATA_CHECKSUM) || key.equals(HEADER_CHECKSUM);
    }

    /**
     * The checksum of the header's content, computed from its {@link #text} without the checksum itself. It does not depend on
     * how the header of a file is formatted, for example on spaces.
     */
    String checksum() {
        Map<String, String> others = new LinkedHashMap<>(metadata);
        others.remove(HEADER_CHECKSUM);
        return Digests.of(new SafetensorsHeader(arrays, others).text());
    }

    /** The header as JSON, without a space. */
    String text() {
        Map<String, String> notes = new LinkedHashMap<>();
        metadata.forEach((key, value) -> notes.put(key, quote(value)));
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(METADATA, object(notes));
        for (ArrayEntry array : arrays) {
            Map<String, String> entry = new LinkedHashMap<>();
            entry.put("dtype", quote(array.type().name()));
            entry.put("shape", list(array.shape()));
            entry.put("data_offsets", list(array.begin(), array.end()));
            fields.put(array.name(), object(entry));
        }
        return object(fields);
    }

    private static String list(long... numbers) {
        return Arrays.toString(numbers).replace(" ", "");
    }

    private static String object(Map<String, String> fields) {
        StringBuilder json = new StringBuilder("{");
        fields.forEach((key, value) -> json.append(json.length() == 1 ? "" : ",")
                .append(quote(key))
                .append(':')
                .append(value));
        return json.append('}').toString();
    }

    private static String quote(String text) {
        StringBuilder json = new StringBuilder("\"");
        JsonStringEncoder.getInstance().quoteAsString(text, json);
        return json.append('"').toString();
    }

    private static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw BadFormat.damaged("the header of " + bytes.length + " bytes is not text in UTF-8");
        }
    }

    private void field(JsonParser parser, String name) {
        JsonToken value = parser.nextToken();
        if (name.equals(METADATA)) {
            expect(value, JsonToken.START_OBJECT, METADATA, "a JSON object");
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String key = parser.currentName();
                expect(parser.nextToken(), JsonToken.VALUE_STRING, METADATA + " '" + key + "'", "a string");
                metadata.put(text(key), text(parser.getString()));
            }
        } else {
            expect(value, JsonToken.START_OBJECT, "array '" + name + "'", "described by a JSON object");
            arrays.add(entry(parser, text(name)));
        }
    }

    private static String text(String text) {
        if (!NamedArray.isText(text)) {
            throw BadFormat.damaged("the header contains the text '" + text + "', half a character");
        }
        return text;
    }

    private static ArrayEntry entry(JsonParser parser, String name) {
        NamedArray.ElementType type = null;
        long[] shape = null;
        long[] offsets = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (field) {
                case "dtype" -> {
                    expect(value, JsonToken.VALUE_STRING, "dtype of array '" + name + "'", "a string");
                    type = type(name, parser.getString());
                }
                case "shape" -> shape = numbers(parser, name, field, MOST_DIMENSIONS);
                case "data_offsets" -> offsets = numbers(parser, name, field, 2);
                default -> parser.skipChildren();
            }
        }
        if (type == null || shape == null || offsets == null) {
            throw BadFormat.damaged(
                    name, (type == null ? "dtype" : shape == null ? "shape" : "data_offsets") + " is missing");
        }
        if (offsets.length != 2) {
            throw BadFormat.damaged(name, "data_offsets " + Arrays.toString(offsets) + " are not 2 numbers");
        }
        return new ArrayEntry(name, type, shape, offsets[0], offsets[1]);
    }

    private static NamedArray.ElementType type(String name, String text) {
        NamedArray.ElementType type = NamedArray.ElementType.named(text);
        if (type == null) {
            throw BadFormat.unsupported(
                    "array '" + name + "' has the element type " + text + ", this program reads "
                            + NamedArray.ElementType.known(),
                    "convert it, in PyTorch for example with .float()");
        }
        return type;
    }

    private static long[] numbers(JsonParser parser, String name, String field, int most) {
        expect(parser.currentToken(), JsonToken.START_ARRAY, field + " of array '" + name + "'", "a list");
        long[] numbers = new long[most];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count == most) {
                throw BadFormat.damaged(name, field + " has more than " + most + " numbers");
            }
            expect(
                    parser.currentToken(),
                    JsonToken.VALUE_NUMBER_INT,
                    field + " of array '" + name + "'",
                    "made of whole numbers");
            if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                throw BadFormat.damaged(
                        name, field + " contains " + parser.getString() + ", the largest number is " + Long.MAX_VALUE);
            }
            numbers[count++] = parser.getLongValue();
        }
        return Arrays.copyOf(numbers, count);
    }

    private static void expect(JsonToken actual, JsonToken expected, String what, String form) {
        if (actual != expected) {
            throw BadFormat.damaged(what + " is not " + form);
        }
    }
}
