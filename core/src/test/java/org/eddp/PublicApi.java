package org.eddp;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a program can rely on: the front door, {@link Eddp}, and every public type of ours that can be reached from it by signatures
 * alone, each with its public and protected members. One line per type and member, in the erased form that compiled programs are
 * linked by.
 */
final class PublicApi {
    private final Set<Class<?>> types = new TreeSet<>(Comparator.comparing(Class::getName));
    private final Deque<Class<?>> ahead = new ArrayDeque<>();

    private PublicApi() {}

    /** The lines, in order. */
    static Set<String> from(Class<?>... doors) {
        PublicApi api = new PublicApi();
        api.ahead.addAll(Arrays.asList(doors));
        while (!api.ahead.isEmpty()) {
            api.visit(api.ahead.pop());
        }
        Set<String> lines = new LinkedHashSet<>();
        api.types.forEach(type -> lines.addAll(lines(type)));
        return lines;
    }

    private void visit(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (!element.getName().startsWith("org.eddp.") || !isVisible(element) || !types.add(element)) {
            return;
        }
        reach(element.getGenericSuperclass());
        reach(element.getGenericInterfaces());
        for (Class<?> nested : element.getDeclaredClasses()) {
            reach(nested);
        }
        for (Field field : element.getDeclaredFields()) {
            if (isVisible(field.getModifiers())) {
                reach(field.getGenericType());
            }
        }
        members(element).forEach(member -> {
            reach(member.getGenericParameterTypes());
            reach(member.getExceptionTypes());
            if (member instanceof Method method) {
                reach(method.getGenericReturnType());
            }
        });
    }

    private void reach(Type... reached) {
        for (Type type : reached) {
            if (type instanceof Class<?> plain) {
                ahead.add(plain);
            } else if (type instanceof ParameterizedType generic) {
                reach(generic.getRawType());
                reach(generic.getActualTypeArguments());
            } else if (type instanceof GenericArrayType array) {
                reach(array.getGenericComponentType());
            } else if (type instanceof WildcardType wildcard) {
                reach(wildcard.getUpperBounds());
                reach(wildcard.getLowerBounds());
            }
        }
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static boolean isVisible(Class<?> type) {
        return isVisible(type.getModifiers())
                && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()))
                && !type.isAnonymousClass();
    }

    private static Stream<Executable> members(Class<?> type) {
        return Stream.concat(Arrays.stream(type.getDeclaredConstructors()), Arrays.stream(type.getDeclaredMethods()))
                .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic());
    }

    private static Set<String> lines(Class<?> type) {
        Set<String> lines = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers()) && !field.isSynthetic()) {
                lines.add("  " + fixed(field.getModifiers()) + name(field.getType()) + " " + field.getName());
            }
        }
        members(type).forEach(member -> lines.add("  " + line(member)));
        Set<String> all = new LinkedHashSet<>();
        all.add(kind(type) + " " + type.getName());
        // with the type in front, so that a line means the same wherever it stands
        lines.forEach(line -> all.add(type.getName() + line));
        return all;
    }

    private static String kind(Class<?> type) {
        return type.isRecord() ? "record" : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
    }

    private static String fixed(int modifiers) {
        return Modifier.isStatic(modifiers) ? "static " : "";
    }

    private static String line(Executable member) {
        String arguments =
                Arrays.stream(member.getParameterTypes()).map(PublicApi::name).collect(Collectors.joining(", "));
        return member instanceof Constructor<?>
                ? "new(" + arguments + ")"
                : fixed(member.getModifiers()) + name(((Method) member).getReturnType()) + " " + member.getName() + "("
                        + arguments + ")";
    }

    private static String name(Class<?> type) {
        return type.isArray() ? name(type.getComponentType()) + "[]" : type.getName();
    }
}
