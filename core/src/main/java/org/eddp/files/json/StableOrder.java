package org.eddp.files.json;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.std.StdSerializer;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;

/**
 * Sorts unordered maps and sets before they are written; {@code Map.of} and {@code Map.copyOf} change theirs from one
 * run to the next. Maps and sets that have an order keep it.
 */
final class StableOrder extends ValueSerializerModifier {
    private static final Set<Class<?>> UNORDERED =
            Set.of(HashMap.class, HashSet.class, ConcurrentHashMap.class, ConcurrentHashMap.KeySetView.class);

    @Override
    public ValueSerializer<?> modifyMapSerializer(
            SerializationConfig config, MapType type, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
        return isUnordered(type.getRawClass())
                ? new Sorting<>(Map.class, m -> new TreeMap<Object, Object>((Map<?, ?>) m))
                : serializer;
    }

    @Override
    public ValueSerializer<?> modifyCollectionSerializer(
            SerializationConfig config,
            CollectionType type,
            BeanDescription.Supplier bean,
            ValueSerializer<?> serializer) {
        return Set.class.isAssignableFrom(type.getRawClass()) && isUnordered(type.getRawClass())
                ? new Sorting<>(Set.class, s -> new TreeSet<Object>((Collection<?>) s))
                : serializer;
    }

    private static boolean isUnordered(Class<?> type) {
        return UNORDERED.contains(type) || type.getName().startsWith("java.util.ImmutableCollections");
    }

    private static final class Sorting<T> extends StdSerializer<T> {
        private final UnaryOperator<Object> sort;

        Sorting(Class<T> type, UnaryOperator<Object> sort) {
            super(type);
            this.sort = sort;
        }

        @Override
        public void serialize(T value, JsonGenerator out, SerializationContext context) {
            context.writeValue(out, sort.apply(value));
        }
    }
}
