package org.eddp.images.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.Base64;
import org.eddp.failure.InvalidInput;
import org.junit.jupiter.api.Test;

class SnapshotTest {
    private static final String PREFIX = "data:image/jpeg;base64,";
    private static final String ADDRESS = Snapshot.address(new BufferedImage(32, 16, BufferedImage.TYPE_INT_RGB));

    private static byte[] jpeg() {
        return Base64.getDecoder().decode(ADDRESS.substring(PREFIX.length()));
    }

    private static String address(byte[] bytes) {
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    private static void refused(String address, String... parts) {
        assertThatThrownBy(() -> Snapshot.parse(address))
                .isExactlyInstanceOf(InvalidInput.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void readsWhatItWrote() {
        BufferedImage image = Snapshot.parse(ADDRESS).image();
        assertThat(image.getWidth()).isEqualTo(32);
        assertThat(image.getHeight()).isEqualTo(16);
    }

    @Test
    void refusesWhatIsNoPicture() {
        refused(null, "data:image/jpeg");
        refused("http://elsewhere/x.jpg", "data:image/jpeg");
        refused(PREFIX + "@@@@", "a kept picture is damaged", "base64");
        refused(PREFIX, "a kept picture is damaged");
        refused(PREFIX + "AAAA", "a kept picture is damaged");
        refused(address(Arrays.copyOf(jpeg(), 40)), "a kept picture is damaged");
    }

    /** A picture of a few hundred bytes that would take gigabytes. */
    @Test
    void refusesAPictureThatClaimsToBeHuge() {
        byte[] jpeg = jpeg();
        int frame = 0;
        while ((jpeg[frame] & 0xff) != 0xff || (jpeg[frame + 1] & 0xff) != 0xc0) {
            frame++;
        }
        Arrays.fill(jpeg, frame + 5, frame + 9, (byte) 0xf0);
        refused(address(jpeg), "61680 x 61680 pixels", "at most");
    }
}
