package org.eddp.features;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

class ImagePlanFuzz {
    static Stream<byte[]> seeds() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeUTF("dog/1.png");
        out.writeByte(3);
        out.writeUTF("dog");
        out.writeUTF("/elsewhere/1.png");
        out.writeUTF("2\0.png");
        out.writeByte(0);
        return Stream.of(bytes.toByteArray(), new byte[0], new byte[] {0, 1, (byte) 0xff});
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check("plan.list", content, file -> {
            ImagePlan plan = new ImagePlan(file.toString(), file.getParent().toString(), 2, 2, List.of(0L));
            plan.entries().get(1);
        });
    }
}
