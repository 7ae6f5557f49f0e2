package org.eddp.experiments.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ComposerTest {
    private static final int SIZE = 64;

    private static WorldPicture picture(int number) {
        return Composer.compose(SIZE, kind(number), new SplittableRandom(number))
                .picture();
    }

    private static WorldClass kind(int number) {
        return WorldClass.ALL.get(number % WorldClass.ALL.size());
    }

    private static int count(byte[] plane, int label) {
        int count = 0;
        for (byte value : plane) {
            count += value == label ? 1 : 0;
        }
        return count;
    }

    @Test
    void theSameSeedGivesTheSamePicture() {
        assertThat(picture(3)).usingRecursiveComparison().isEqualTo(picture(3));
        assertThat(picture(3).rgb()).isNotEqualTo(picture(15).rgb());
    }

    @Test
    void exactlyTheObjectsOfTheClassAreThere() {
        Set<ObjectKind> ofClasses = EnumSet.range(ObjectKind.HOUSE, ObjectKind.LAMP);
        for (int number = 0; number < 48; number++) {
            WorldPicture picture = picture(number);
            for (ObjectKind object : ofClasses) {
                boolean expected = object == kind(number).landmark()
                        || object == kind(number).visitor();
                int pixels = count(picture.objects(), object.ordinal());
                assertThat(pixels > 0).as(number + " " + object).isEqualTo(expected);
                assertThat(pixels).isGreaterThanOrEqualTo(expected ? SIZE * SIZE / 70 : 0);
            }
        }
    }

    @Test
    void partsLieInsideTheirObjects() {
        for (int number = 0; number < 24; number++) {
            WorldPicture picture = picture(number);
            for (int pixel = 0; pixel < SIZE * SIZE; pixel++) {
                int part = picture.parts()[pixel];
                int object = picture.objects()[pixel];
                if (part == ObjectPart.WHEEL.ordinal()) {
                    assertThat(object).isEqualTo(ObjectKind.CAR.ordinal());
                } else if (part == ObjectPart.WINDOW.ordinal()) {
                    assertThat(object).isIn(ObjectKind.CAR.ordinal(), ObjectKind.HOUSE.ordinal());
                } else if (part != 0) {
                    assertThat(object).isNotZero();
                }
            }
        }
    }

    @Test
    void aWheelIsDarkAndACrownIsLeafy() {
        double wheel = 0;
        double crown = 0;
        int wheels = 0;
        int crowns = 0;
        for (int number = 0; number < 48; number++) {
            WorldPicture picture = picture(number);
            for (int pixel = 0; pixel < SIZE * SIZE; pixel++) {
                int x = pixel % SIZE;
                int y = pixel / SIZE;
                if (picture.materials()[pixel] == 1 + Material.RUBBER.ordinal()) {
                    wheel += picture.level(x, y, 1);
                    wheels++;
                }
                if (picture.parts()[pixel] == ObjectPart.CROWN.ordinal()) {
                    crown += picture.level(x, y, 1) - picture.level(x, y, 2);
                    crowns++;
                }
            }
        }
        assertThat(wheel / wheels).isLessThan(0.2);
        assertThat(crown / crowns).isGreaterThan(0.1);
    }
}
