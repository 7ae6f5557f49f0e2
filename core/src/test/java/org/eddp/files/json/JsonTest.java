package org.eddp.files.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eddp.failure.InvalidInput;
import org.eddp.files.Digests;
import org.eddp.files.FileFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    enum Start {
        FREE,
        ORTHONORMAL
    }

    record Options(int steps, double rate, Start start) {
        Options {
            if (steps < 1) {
                throw new InvalidInput("steps = " + steps + " is below 1; use at least 1");
            }
        }

        /** Neither a component nor to be written. */
        public boolean isLong() {
            return steps > 1000;
        }
    }

    record Run(
            String name,
            long seed,
            Options options,
            @Json.MayBeNull Double missing,
            List<String> tags,
            double[][] curve) {}

    @TempDir
    Path folder;

    private static Run run() {
        double[][] curve = {{1, 0.5}, {1e-7, -2e30}};
        return new Run("zig \"zag\" é", 1L << 60, new Options(10, 0.1, Start.FREE), null, List.of("b", "a"), curve);
    }

    @Test
    void theTextIsReadable() {
        assertThat(Json.toText(run())).isEqualTo("""
            {
              "name": "zig \\"zag\\" é",
              "seed": 1152921504606846976,
              "options": {
                "steps": 10,
                "rate": 0.1,
                "start": "FREE"
              },
              "missing": null,
              "tags": [
                "b",
                "a"
              ],
              "curve": [
                [1.0, 0.5],
                [1.0E-7, -2.0E30]
              ]
            }
            """);
    }

    @Test
    void recordsComeBackAsTheyWere() {
        Path file = folder.resolve("run.json");
        Json.write(file, run());
        Run back = Json.read(file, Run.class);
        assertThat(back).usingRecursiveComparison().isEqualTo(run());
        assertThat(Json.readTree(file).get("options").get("steps").intValue()).isEqualTo(10);
    }

    @Test
    void theFileHoldsTheText() {
        Path file = folder.resolve("deep/run.json");
        Json.write(file, run());
        assertThat(file).hasContent(Json.toText(run()));
    }

    @Test
    void everyDoubleComesBackExactly() {
        double[] values = new Random(2)
                .longs(5000)
                .mapToDouble(Double::longBitsToDouble)
                .filter(Double::isFinite)
                .toArray();
        Path file = folder.resolve("values.json");
        Json.write(file, values);
        assertThat(Json.read(file, double[].class)).isEqualTo(values);
    }

    @Test
    void numbersAreAsShortAsPossible() {
        // Double.toString of Java 17 writes 1.9999999999999998E23 and 5.6843418860808015E-14, later ones do not.
        assertThat(Json.toText(new double[] {Double.parseDouble("2e23"), Math.scalb(1.0, -44), 0.1f, -0.0}))
                .isEqualTo("[2.0E23, 5.684341886080802E-14, 0.10000000149011612, -0.0]\n");
        assertThat(Json.toText(new float[] {0.1f})).isEqualTo("[0.1]\n");
    }

    @Test
    void emptyThingsTakeNoLines() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("map", Map.of());
        value.put("list", List.of());
        value.put("nulls", Arrays.asList(1, null, true));
        assertThat(Json.toText(value)).isEqualTo("""
            {
              "map": {},
              "list": [],
              "nulls": [1, null, true]
            }
            """);
    }

    @Test
    void orderedMapsKeepTheirOrderAndOthersAreSorted() {
        Map<String, Integer> ordered = new LinkedHashMap<>();
        List.of("z", "a", "m").forEach(key -> ordered.put(key, 1));
        assertThat(keys(Json.toText(ordered))).isEqualTo("z a m");
        assertThat(keys(Json.toText(Map.of("z", 1, "a", 1, "m", 1, "b", 1, "y", 1))))
                .isEqualTo("a b m y z");
        assertThat(keys(Json.toText(new HashMap<>(Map.of("cB", 1, "Bq", 1, "a", 1)))))
                .isEqualTo("Bq a cB");
        assertThat(keys(Json.toText(Set.of("z", "a", "m", "b", "y")))).isEqualTo("a b m y z");
        assertThat(keys(Json.toText(new LinkedHashSet<>(List.of("z", "a", "m")))))
                .isEqualTo("z a m");
    }

    private static String keys(String json) {
        return json.replaceAll("[^a-zA-Z]+", " ").strip();
    }

    @Test
    void aRecordWithACopiedMapIsSortedInside() {
        record Holder(Map<String, Map<String, Integer>> maps) {}
        Map<String, Integer> inner = Map.copyOf(Map.of("z", 1, "a", 2, "m", 3));
        assertThat(keys(Json.toText(new Holder(Map.of("inner", inner))))).isEqualTo("maps inner a m z");
    }

    static final class Plain {
        public int zeta = 1;
        public int alpha = 2;
    }

    @Test
    void fieldsOfAPlainClassKeepTheirOrder() {
        assertThat(keys(Json.toText(new Plain()))).isEqualTo("zeta alpha");
    }

    @Test
    void pathsStayAsTheyWereGiven() {
        record Source(Path path) {}
        Source source = new Source(Path.of("data", "cars"));
        Path file = folder.resolve("source.json");
        Json.write(file, source);
        assertThat(Json.readTree(file).get("path").asString())
                .isEqualTo(source.path().toString());
        assertThat(Json.read(file, Source.class)).isEqualTo(source);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void numbersThatAreNotFiniteAreRefusedByName(double value) throws IOException {
        Path file = folder.resolve("run.json");
        Files.writeString(file, "old");
        Run bad = new Run("x", 1, new Options(1, 1, Start.FREE), 1.0, List.of(), new double[][] {{1}, {2, value}});
        assertThatThrownBy(() -> Json.write(file, bad))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith("cannot write " + file + ": field curve[1][1] is " + value + ", JSON holds")
                .hasMessageContaining("null");
        assertThat(file).hasContent("old");
    }

    @Test
    void aSingleNumberThatIsNotFiniteIsRefused() {
        assertThatThrownBy(() -> Json.toText(Float.NaN))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith("cannot write the value as JSON: the value is NaN");
        assertThatThrownBy(() -> Json.toText(Map.of("loss", Map.of("total", Double.NaN))))
                .hasMessageContaining("field loss.total is NaN");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"steps\": 1,@  oops}                        | line 2, column 3: this is not valid JSON",
                "{\"steps\": 1,                                | line 1, column 1",
                "{\"steps\": 1, \"steps\": 2}                  | line 1, column 21: a field is there twice",
                "{\"steps\":@ \"1\",\"rate\":1}                | line 2, column 2, field steps: what stands there is"
                        + " not a whole number",
                "{\"steps\":1.5}                               | line 1, column 10, field steps: '1.5' is not a whole"
                        + " number",
                "{\"steps\":null,\"rate\":1,\"start\":\"FREE\"}| field steps: it is null, a value is needed;",
                "{\"rate\":1}                                  | field steps: it is missing; correct",
                "{\"steps\":1,\"rate\":1,\"start\":\"FREE\",\"step\":1} | field step: unknown field; known are steps,"
                        + " rate, start",
                "{\"steps\":0,\"rate\":1,\"start\":\"FREE\"}   | steps = 0 is below 1; use at least 1",
                "{\"steps\":1,\"rate\":1,\"start\":\"BOTH\"}   | field start: what stands there is not one of FREE,"
                        + " ORTHONORMAL;",
                "{\"steps\":1,\"rate\":1,\"start\":0}            | field start: '0' is not one of FREE, ORTHONORMAL;",
                "{\"steps\":1,\"rate\":NaN}                    | line 1, column",
                "[1]                                           | line 1, column 1",
                "{} {}                                         | line 1, column",
                "null                                          | it holds null",
                "``                                            | it is empty",
            })
    void whatDoesNotFitIsNamedWithItsPlace(String text, String fact) throws IOException {
        Path file = Files.writeString(folder.resolve("options.json"), text.replace('@', '\n'));
        assertThatThrownBy(() -> Json.read(file, Options.class))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith("cannot read " + file + ": ")
                .hasMessageContaining(fact)
                .hasMessageEndingWith("; correct the file or run again the command that wrote it")
                .hasMessageNotContaining("CoercionConfig");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "3.5", "true", "[]", "{}"})
    void whatIsNoTextIsNotTakenForOne(String value) throws IOException {
        Path file = Files.writeString(folder.resolve("part.json"), "{\"name\": " + value + ", \"note\": null}");
        assertThatThrownBy(() -> Json.read(file, Part.class))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith("cannot read " + file + ": line 1")
                .hasMessageContaining("field name: ")
                .hasMessageContaining("is not a text; correct the file");
    }

    record Part(String name, @Json.MayBeNull String note) {}

    record Whole(
            Part part,
            List<Part> parts,
            Map<String, Part> byName,
            double[] row,
            double[][] rows,
            List<Double> numbers,
            @Json.MayHoldNulls List<Double> holes,
            @JsonInclude(JsonInclude.Include.NON_NULL) Part later) {}

    private static final String WHOLE = """
        {"part": {"name": "a", "note": null}, "parts": [{"name": "b", "note": "c"}], "byName": {"x": {"name": "d", "note": null}},
         "row": [1, 2], "rows": [[1], [2]], "numbers": [3], "holes": [1, null], "later": null}\
        """;

    @Test
    void nullIsReadWhereItMeansSomething() throws IOException {
        Path file = Files.writeString(folder.resolve("whole.json"), WHOLE);
        Whole whole = Json.read(file, Whole.class);
        assertThat(whole.part().note()).isNull();
        assertThat(whole.holes()).containsExactly(1.0, null);
        assertThat(whole.later()).isNull();
        Files.writeString(file, WHOLE.replace(", \"later\": null", ""));
        assertThat(Json.read(file, Whole.class).later()).isNull();
        Files.writeString(file, WHOLE.replace(", \"note\": null", ""));
        assertThatThrownBy(() -> Json.read(file, Whole.class)).hasMessageContaining("note: it is missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"name\": \"a\", \"note\": null} | null             | field part",
                "\"a\"                            | null             | field part.name",
                "[{\"name\": \"b\", \"note\": \"c\"}] | null            | field parts",
                "[{\"name\": \"b\"              | [null, {\"name\": \"b\" | field parts[0]",
                "\"b\"                            | null             | field parts[0].name",
                "{\"name\": \"d\", \"note\": null} | null             | field byName.x",
                "[1, 2]                           | null             | field row",
                "[1, 2]                           | [1, null]        | field row[1]",
                "[[1], [2]]                       | [[1], null]      | field rows[1]",
                "[[1], [2]]                       | [[1], [null]]    | field rows[1][0]",
                "[3]                              | [null]           | field numbers[0]",
                "[1, null]                        | null             | field holes",
            })
    void nullIsRefusedEverywhereElse(String old, String changed, String place) throws IOException {
        assertThat(WHOLE).contains(old);
        Path file = Files.writeString(folder.resolve("whole.json"), WHOLE.replace(old, changed));
        for (int tolerant = 0; tolerant < 2; tolerant++) {
            boolean strict = tolerant == 0;
            assertThatThrownBy(() -> {
                        if (strict) {
                            Json.read(file, Whole.class);
                        } else {
                            Json.readTolerantly(file, Whole.class);
                        }
                    })
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContainingAll(file.toString(), place + ": ", "null")
                    .hasMessageNotContaining("org.eddp");
        }
    }

    @Test
    void othersMayLeaveOutNumbersAndWhatMayBeNull() throws IOException {
        Path file = Files.writeString(folder.resolve("part.json"), "{\"name\": \"a\", \"more\": 1}");
        assertThat(Json.readTolerantly(file, Part.class)).isEqualTo(new Part("a", null));
        Files.writeString(file, "{\"note\": \"a\"}");
        assertThatThrownBy(() -> Json.readTolerantly(file, Part.class))
                .hasMessageContaining("field name: it is missing");
        Files.writeString(file, "{\"start\": \"FREE\", \"steps\": 3}");
        assertThat(Json.readTolerantly(file, Options.class)).isEqualTo(new Options(3, 0, Start.FREE));
    }

    @Test
    void aSealIsTheLastFieldAndNotPartOfTheRecord() throws IOException {
        Path file = folder.resolve("sealed.json");
        Options options = new Options(3, 0.1, Start.FREE);
        Json.writeSealed(file, options);
        String plain = Json.toText(options);
        String seal = Digests.of(plain);
        assertThat(file).hasContent(plain.replace("\n}", ",\n  \"digest\": \"" + seal + "\"\n}"));
        assertThat(Json.read(file, Options.class)).isEqualTo(options);
        assertThat(Json.readTolerantly(file, Options.class)).isEqualTo(options);
        assertThat(Json.readTree(file).get("rate").asDouble()).isEqualTo(0.1);
        // the digest does not depend on white space
        Files.writeString(file, Files.readString(file).replaceAll("\\s+", "  "));
        assertThat(Json.read(file, Options.class)).isEqualTo(options);
        Files.writeString(file, plain);
        assertThat(Json.read(file, Options.class)).as("a file without a digest").isEqualTo(options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"rate\": 0.1|\"rate\": 0.3", "3|4", "FREE|ORTHONORMAL", "digest\": \"|digest\": \"0"})
    void whatWasChangedUnderASealIsNoticed(String change) throws IOException {
        Path file = folder.resolve("sealed.json");
        Json.writeSealed(file, new Options(3, 0.1, Start.FREE));
        String[] words = change.split("\\|", 2);
        Files.writeString(file, Files.readString(file).replaceFirst(words[0], words[1]));
        List<ThrowingCallable> readers = List.of(
                () -> Json.read(file, Options.class),
                () -> Json.readTolerantly(file, Options.class),
                () -> Json.readTree(file));
        for (ThrowingCallable reader : readers) {
            assertThatThrownBy(reader)
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContainingAll(
                            file.toString(), "does not match its digest", "take out the field 'digest'");
        }
        Files.writeString(file, Files.readString(file).replaceFirst(",\\s*\"digest\": \"[0-9a-f]+\"", ""));
        Json.read(file, Options.class); // a user who changed the file on purpose can use it without the digest
    }

    /** Numbers are compared as they are written, in whatever precision and size. */
    @Test
    void sealsOfNumbersHold() {
        Random random = new Random(4);
        Path file = folder.resolve("numbers.json");
        for (int i = 0; i < 200; i++) {
            double wide = Double.longBitsToDouble(random.nextLong());
            float narrow = Float.intBitsToFloat(random.nextInt());
            if (Double.isFinite(wide) && Float.isFinite(narrow)) {
                Map<String, Object> values = new LinkedHashMap<>();
                values.put("wide", wide);
                values.put("narrow", narrow);
                values.put("whole", random.nextLong());
                values.put("list", Arrays.asList(1, null, -0.0, "\u00e9 \"quoted\"", true));
                Json.writeSealed(file, values);
                Json.readTree(file);
            }
        }
    }

    @Test
    void aBrokenTreeIsNamedWithItsPlace() throws IOException {
        Path file = Files.writeString(folder.resolve("tree.json"), "{\n  \"a\": [1, 2\n}\n");
        assertThatThrownBy(() -> Json.readTree(file))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith("cannot read " + file + ": line 3, column 1");
        Files.writeString(file, "");
        assertThatThrownBy(() -> Json.readTree(file)).hasMessageContaining("it is empty");
    }

    @Test
    void aMissingFileOrAFolderIsNamed() {
        Path none = folder.resolve("none.json");
        assertThatThrownBy(() -> Json.read(none, Options.class))
                .isInstanceOf(FileFailure.class)
                .hasMessageStartingWith("cannot read " + none + ": no such file");
        assertThatThrownBy(() -> Json.readTree(folder)).hasMessageContaining("it is a folder");
    }

    /** A file of somebody else's run may be a link to any other file. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2 and more",
                "\"hunter2\"",
                "\"hunter2",
                "[\"hunter2\"]",
                "root:hunter2:0:0",
                "{hunter2}",
                "{\"a\": hunter2}",
                "{\"my hunter2 key\": 1}",
                "{\"steps\": \"hunter2\"}",
                "{\"start\": \"hunter2\"}",
                "{\"my hunter2\": 1, \"my hunter2\": 2}",
                "{\"steps\": 1} hunter2",
            })
    void whatAFileSaysIsNotRepeated(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("options.json"), text);
        List<ThrowingCallable> readers = List.of(
                () -> Json.read(file, Options.class),
                () -> Json.readTolerantly(file, Options.class),
                () -> Json.read(file, Part.class));
        for (ThrowingCallable reader : readers) {
            assertThatThrownBy(reader)
                    .isInstanceOf(FileFailure.class)
                    .hasMessageContainingAll("cannot read " + file, "line 1")
                    .hasMessageNotContaining("hunter2");
        }
    }
}
