package org.eddp.images.input;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.eddp.FuzzedFile;
import org.junit.jupiter.params.provider.MethodSource;

class PreprocessingConfigFuzz {
    static Stream<byte[]> seeds() {
        return Stream.of(
                        PreprocessingConfigTest.VIT,
                        PreprocessingConfigTest.CONVNEXT,
                        PreprocessingConfigTest.CLIP,
                        PreprocessingConfigTest.TIMM,
                        "{\"image_processor\":{\"do_rescale\":false,\"size\":{\"height\":1,\"width\":16384}}}",
                        "{\"mean\":[0],\"std\":[1],\"input_size\":[1,28,28]}",
                        "[]")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void reads(byte[] content) {
        FuzzedFile.check("preprocessor_config.json", content, PreprocessingConfig::read);
    }
}
