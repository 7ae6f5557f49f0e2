package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every record of options has defaults, and changes single values without its full constructor. */
class OptionsRecordsTest {
    private static final Pattern RECORD = Pattern.compile("public record (\\w*Options)\\(");

    /** Values that are valid only together, so that one method changes them together. */
    private static final Set<String> TOGETHER =
            Set.of("lowest", "highest", "dim", "concepts", "distractors", "directions", "passes", "firstSeed");

    private static List<Class<?>> records() throws IOException, ClassNotFoundException {
        List<Class<?>> records = new ArrayList<>();
        for (String module : List.of("core", "report", "experiments", "studio", "bench")) {
            Path sources = Path.of("..", module, "src", "main", "java");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    String name = sources.relativize(file).toString().replace('/', '.');
                    String outer = name.substring(0, name.length() - ".java".length());
                    for (MatchResult found :
                            RECORD.matcher(Files.readString(file)).results().toList()) {
                        String own = found.group(1);
                        records.add(Class.forName(outer.endsWith("." + own) ? outer : outer + "$" + own));
                    }
                }
            }
        }
        return records;
    }

    private static boolean isDefault(Class<?> type, Method method) {
        return Modifier.isStatic(method.getModifiers())
                && method.getReturnType() == type
                && method.getName().equals("of");
    }

    /** Whether {@code of} takes a value of this type. */
    private static boolean isRequired(Class<?> type, RecordComponent component) {
        return Arrays.stream(type.getMethods())
                .filter(method -> isDefault(type, method))
                .flatMap(method -> Arrays.stream(method.getParameterTypes()))
                .anyMatch(given ->
                        given == component.getType() || given == Path[].class && component.getType() == List.class);
    }

    @Test
    void haveDefaults() throws IOException, ClassNotFoundException {
        assertThat(records())
                .hasSizeGreaterThan(35)
                .allSatisfy(type -> assertThat(Arrays.stream(type.getFields())
                                        .anyMatch(field -> field.getName().equals("DEFAULT"))
                                || Arrays.stream(type.getMethods()).anyMatch(method -> isDefault(type, method)))
                        .as(type.getName())
                        .isTrue());
    }

    @Test
    void changeSingleValues() throws IOException, ClassNotFoundException {
        List<String> missing = new ArrayList<>();
        for (Class<?> type : records()) {
            List<String> names =
                    Arrays.stream(type.getMethods()).map(Method::getName).toList();
            for (RecordComponent component : type.getRecordComponents()) {
                String name = component.getName();
                String changes = "with" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
                if (!names.contains(changes) && !isRequired(type, component) && !TOGETHER.contains(name)) {
                    missing.add(type.getName() + " " + changes);
                }
            }
        }
        assertThat(missing).isEmpty();
    }
}
