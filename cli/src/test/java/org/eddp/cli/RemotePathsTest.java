package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.cli.option.LocalPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.TypeConversionException;

/** Addresses of remote files, where commands expect paths. */
class RemotePathsTest {
    private static final String ADDRESS = "s3a://bucket/photos";

    /** Every command with every option and every parameter that is a path. */
    static Stream<List<String>> commandLines() {
        List<List<String>> lines = new ArrayList<>();
        collect(Main.commandLine(), List.of(), lines);
        lines.add(List.of("compare", "other", ADDRESS)); // not the first of a list
        return lines.stream();
    }

    private static void collect(CommandLine command, List<String> words, List<List<String>> lines) {
        CommandSpec spec = command.getCommandSpec();
        for (ArgSpec argument : spec.args()) {
            if (isPath(argument)) {
                List<String> line = new ArrayList<>(words);
                line.addAll(
                        argument instanceof OptionSpec option
                                ? List.of(option.longestName())
                                : Collections.nCopies(
                                        ((PositionalParamSpec) argument).index().min(), "other"));
                line.add(ADDRESS);
                lines.add(line);
            }
        }
        command.getSubcommands().forEach((name, sub) -> {
            List<String> longer = new ArrayList<>(words);
            longer.add(name);
            collect(sub, longer, lines);
        });
    }

    private static boolean isPath(ArgSpec argument) {
        return argument.type() == Path.class
                || Stream.of(argument.auxiliaryTypes()).anyMatch(type -> type == Path.class);
    }

    @Test
    void thereAreManyPaths() {
        assertThat(commandLines())
                .hasSizeGreaterThan(100)
                .contains(List.of("features", "--out", ADDRESS))
                .contains(List.of("look", "other", ADDRESS))
                .contains(List.of("compare", ADDRESS));
    }

    @ParameterizedTest
    @MethodSource("commandLines")
    void everyCommandRefusesAnAddressBeforeItStarts(List<String> arguments) {
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setErr(new PrintWriter(err, true));
        assertThat(line.execute(arguments.toArray(String[]::new))).isEqualTo(2);
        assertThat(err.toString())
                .contains("'" + ADDRESS + "' is the address of a remote file")
                .hasLineCount(2);
        assertThat(Path.of("s3a:")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hdfs://host:8020/photos",
                "abfs://box@account.dfs.core.windows.net/photos",
                "gs://bucket/photos",
                "http://host/model.onnx",
                "S3://bucket"
            })
    void refusesEveryScheme(String address) {
        assertThatThrownBy(() -> new LocalPath().convert(address))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining(address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///data/my%20photos", "file:/data/my%20photos", "FILE:///data/my%20photos"})
    void takesTheAddressOfALocalFile(String address) {
        assertThat(new LocalPath().convert(address)).isEqualTo(Path.of("/data/my photos"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"file://host/data", "file:///a b", "file:///a?b"})
    void refusesAFileAddressThatIsNotLocalOrNotValid(String address) {
        assertThatThrownBy(() -> new LocalPath().convert(address))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("file:///PATH");
    }

    @ParameterizedTest
    @ValueSource(strings = {"photos", "/data/photos", "./s3a:/bucket", "a:b", "12:30", "", "photos/file:/x"})
    void takesPathsAsTheyAre(String path) {
        assertThat(new LocalPath().convert(path)).isEqualTo(Path.of(path));
    }

    @Test
    void anInvalidPathIsOneMessage() {
        assertThatThrownBy(() -> new LocalPath().convert("a\0b"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("is not a valid path");
    }
}
