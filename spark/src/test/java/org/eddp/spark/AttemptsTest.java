package org.eddp.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ImageFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AttemptsTest {
    @ParameterizedTest
    @CsvSource({
        "local, 1",
        "'local[2]', 1",
        "'local[*]', 1",
        "'local[2,3]', 3",
        "'local[*, 5]', 5",
        "yarn, 4",
        "spark://host:7077, 4"
    })
    void sparkTriesATaskAsOftenAsItsMasterSays(String master, int most) {
        SparkConf settings = new SparkConf(false).setMaster(master);
        assertThat(Attempts.most(settings)).isEqualTo(most);
        assertThat(Attempts.most(settings.set("spark.task.maxFailures", "7"))).isEqualTo(most == 4 ? 7 : most);
    }

    @Test
    void onlyReadingAndWritingIsTriedAgain() {
        IOException cause = new IOException("Input/output error");
        assertThat(Attempts.isOfFiles(FileFailure.reading(Path.of("x"), cause))).isTrue();
        assertThat(Attempts.isOfFiles(new FileFailure("another network"))).isFalse();
        assertThat(Attempts.isOfFiles(new ImageFailure("the PNG data is damaged", cause)))
                .isFalse();
    }
}
