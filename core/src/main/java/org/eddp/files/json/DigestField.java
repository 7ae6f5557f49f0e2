package org.eddp.files.json;

import java.util.Map;
import java.util.Optional;
import org.eddp.files.Digests;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The last field of a JSON file with results: a digest of everything before it, so that a changed digit leads to a
 * message and not to another result.
 *
 * <p>It is the digest of the text without this field. Spaces and line ends do not count, the order of fields does.
 */
final class DigestField {
    static final String FIELD = "digest";

    /** The field belongs to the file, not to the record in it. */
    static final DeserializationProblemHandler SKIPPED = new DeserializationProblemHandler() {
        @Override
        public boolean handleUnknownProperty(
                DeserializationContext context,
                JsonParser parser,
                ValueDeserializer<?> deserializer,
                Object target,
                String name) {
            boolean outermost = parser.streamReadContext().getParent().inRoot();
            if (outermost && name.equals(FIELD)) {
                parser.skipChildren();
                return true;
            }
            return false;
        }
    };

    private DigestField() {}

    /** The same object with its digest as the last field. */
    static ObjectNode on(JsonNode tree) {
        ObjectNode sealed = without(tree);
        return sealed.put(FIELD, Digests.of(JsonText.of(sealed)));
    }

    /** The error message, if there is an error; a file without a digest was edited on purpose. */
    static Optional<String> problem(JsonNode tree) {
        if (!tree.isObject() || !tree.has(FIELD)) {
            return Optional.empty();
        }
        JsonNode recorded = tree.get(FIELD);
        return recorded.isString() && recorded.stringValue().equals(Digests.of(JsonText.of(without(tree))))
                ? Optional.empty()
                : Optional.of(
                        "its content does not match its digest, so it is damaged or was edited; run again the command"
                                + " that wrote it, or take out the field '" + FIELD + "' if the change is meant");
    }

    private static ObjectNode without(JsonNode tree) {
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : tree.properties()) {
            if (!field.getKey().equals(FIELD)) {
                rest.set(field.getKey(), field.getValue());
            }
        }
        return rest;
    }
}
