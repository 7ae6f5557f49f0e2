package org.eddp.network.torch.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eddp.network.Network;
import org.eddp.network.NetworkFailure;
import org.eddp.network.load.Networks;
import org.eddp.tensor.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pickles whose values are much larger than the file: they take memory and time in proportion to it, or are refused. */
class HostileTensorsTest {
    private static final int NUMBERS = 1 << 18;
    private static final String RETURN = "return " + HandmadeTorchScript.RESULT;

    @TempDir
    private Path folder;

    /** An instruction that makes a number. */
    private static String number(int value) {
        byte[] bytes = ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
        return "J" + new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String name(String text) {
        return "X" + (char) text.length() + "\0\0\0" + text;
    }

    /** Instructions that make a tensor of two dimensions. */
    private static String tensor(int offset, int rows, int columns, int rowStride, int columnStride) {
        return "ctorch._utils\n_rebuild_tensor_v2\n((" + name("storage") + "ctorch\nFloatStorage\n" + name("0")
                + name("cpu") + number(NUMBERS) + "tQ" + number(offset) + number(rows) + number(columns) + "\u0086"
                + number(rowStride) + number(columnStride) + "\u0086\u0089ccollections\nOrderedDict\n)RtR";
    }

    private Path file(String attributes, String... statements) throws IOException {
        String modules = "\u0080\2c__torch__\nNet\n)\u0081}(" + attributes + "ub.";
        return Files.write(
                folder.resolve("net.pt"),
                HandmadeTorchScript.archive(
                        HandmadeTorchScript.latin(HandmadeTorchScript.program(statements)),
                        HandmadeTorchScript.latin(modules),
                        new byte[NUMBERS * Float.BYTES]));
    }

    private static void expectRefusal(Path file, String... words) {
        assertThatThrownBy(() -> Networks.load(file))
                .isInstanceOf(NetworkFailure.class)
                .hasMessageContaining(file.toString())
                .hasMessageContainingAll(words);
    }

    private static void expectFine(Path file) {
        try (Scope scope = Scope.open();
                Network network = Networks.load(file)) {
            assertThat(network.classes()).isEqualTo(4);
        }
    }

    @Test
    void numbersMayBeRepeatedAFewTimes() throws IOException {
        expectFine(file(name("weight") + tensor(0, 4, 3, 0, 1), RETURN));
    }

    @Test
    void oneNumberIsNotRepeatedAHundredMillionTimes() throws IOException {
        expectRefusal(file(name("weight") + tensor(0, 4, 1 << 25, 0, 0), RETURN), "repeat the same numbers too often");
    }

    @Test
    void manyTensorsDoNotRepeatTheSameNumbers() throws IOException {
        StringBuilder attributes = new StringBuilder(name("weight") + tensor(0, 4, 3, 3, 1));
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            attributes.append(name("w" + i)).append(tensor(i, 511, 511, 1, 511));
            statements.add("y = self.w" + i);
        }
        statements.add(RETURN);
        expectRefusal(file(attributes.toString(), statements.toArray(String[]::new)), "too often");
    }

    @Test
    void oneTensorIsCopiedOnce() throws IOException {
        StringBuilder attributes = new StringBuilder(name("weight") + tensor(0, 4, 3, 3, 1));
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            attributes.append(name("w" + i)).append(tensor(0, 511, 511, 1, 511));
            statements.add("y = self.w" + i);
        }
        statements.add(RETURN);
        expectFine(file(attributes.toString(), statements.toArray(String[]::new)));
    }

    /** Lists of 2^100 tensors altogether, which are 101 lists: each is read once. */
    @Test
    void listsOfAPickleMayShareLists() throws IOException {
        StringBuilder lists = new StringBuilder("]q\1" + tensor(0, 4, 3, 3, 1) + "a0");
        for (char i = 1; i <= 100; i++) {
            lists.append("]q")
                    .append((char) (i + 1))
                    .append("(h")
                    .append(i)
                    .append('h')
                    .append(i)
                    .append("e0");
        }
        String attributes = name("weight") + tensor(0, 4, 3, 3, 1) + lists + name("shared") + "h\145";
        expectFine(file(attributes, "y = self.shared", RETURN));
    }

    @Test
    void listsOfAPickleThatNestTooDeepAreRefused() throws IOException {
        String list = name("deep") + "]".repeat(300) + "a".repeat(299);
        expectRefusal(file(list, RETURN), "data.pkl", "nests values more than 200 deep");
    }

    @Test
    void aListOfAPickleDoesNotHoldItself() throws IOException {
        expectRefusal(file(name("deep") + "]q\1h\1a", RETURN), "data.pkl", "nests values more than 200 deep");
    }

    @Test
    void namesOfModulesAreShort() throws IOException {
        String part = "c__torch__\nNet\n)\u0081}(";
        String nested = (name("a".repeat(100)) + part).repeat(20) + "ub".repeat(20);
        expectRefusal(file(nested, RETURN), "a name of more than 1000 letters");
    }
}
