package org.eddp;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON that has every field of a record, of the kind it must have; seeds of fuzz tests that follow the records as they change. */
public final class ExampleJson {
    private ExampleJson() {}

    public static byte[] of(Type type) {
        return value(type).getBytes(StandardCharsets.UTF_8);
    }

    private static String value(Type type) {
        if (type instanceof ParameterizedType generic) {
            return container((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
        }
        if (type instanceof GenericArrayType array) {
            return "[" + value(array.getGenericComponentType()) + "]";
        }
        return type instanceof Class<?> plain ? plain(plain) : "{}";
    }

    private static String container(Class<?> type, Type[] arguments) {
        if (Map.class.isAssignableFrom(type)) {
            Type key = arguments[0];
            String name = key instanceof Class<?> kind && kind.isEnum() ? plain(kind) : "\"1\"";
            return "{" + name + ":" + value(arguments[1]) + "}";
        }
        return Collection.class.isAssignableFrom(type) ? "[" + value(arguments[0]) + "]" : value(arguments[0]);
    }

    private static String plain(Class<?> type) {
        if (type.isRecord()) {
            return Arrays.stream(type.getRecordComponents())
                    .map(ExampleJson::field)
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (type.isArray()) {
            return "[" + value(type.getComponentType()) + "]";
        }
        if (type.isEnum()) {
            return "\"" + ((Enum<?>) type.getEnumConstants()[0]).name() + "\"";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true";
        }
        return type == String.class || type == Path.class ? "\"a\"" : type == Object.class ? "{}" : "1";
    }

    private static String field(RecordComponent component) {
        return "\"" + component.getName() + "\":" + value(component.getGenericType());
    }
}
