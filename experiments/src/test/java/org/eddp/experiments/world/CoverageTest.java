package org.eddp.experiments.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import org.junit.jupiter.api.Test;

class CoverageTest {
    private static double area(Shape shape) {
        Coverage coverage = Coverage.of(shape, 40, 30);
        double sum = 0;
        for (int y = coverage.box().y; y < coverage.box().y + coverage.box().height; y++) {
            for (int x = coverage.box().x; x < coverage.box().x + coverage.box().width; x++) {
                assertThat(coverage.at(x, y)).isBetween(0f, 1.0001f);
                sum += coverage.at(x, y);
            }
        }
        return sum;
    }

    @Test
    void aRectangleCoversItsArea() {
        assertThat(area(new Rectangle2D.Double(2.25, 3.5, 10.6, 4.25))).isEqualTo(10.6 * 4.25, within(1e-4));
    }

    @Test
    void aPixelIsCoveredByTheShareInsideIt() {
        Coverage coverage = Coverage.of(new Rectangle2D.Double(2.3, 5, 3, 1), 40, 30);
        assertThat(coverage.at(2, 5)).isEqualTo(0.7f, within(1e-5f));
        assertThat(coverage.at(3, 5)).isEqualTo(1f, within(1e-5f));
        assertThat(coverage.at(5, 5)).isEqualTo(0.3f, within(1e-5f));
    }

    @Test
    void aDiscCoversItsArea() {
        assertThat(area(new Ellipse2D.Double(5, 5, 16, 16))).isEqualTo(Math.PI * 64, within(1.5));
    }

    @Test
    void partsOutsideThePictureAreCutOff() {
        assertThat(area(new Rectangle2D.Double(-5, -5, 10, 10))).isEqualTo(25, within(1e-4));
        assertThat(Coverage.of(new Rectangle2D.Double(50, 0, 3, 3), 40, 30).isEmpty())
                .isTrue();
    }

    @Test
    void overlappingOutlinesCountOnce() {
        Path2D two = new Path2D.Double(new Rectangle2D.Double(0, 0, 10, 10));
        two.append(new Rectangle2D.Double(5, 0, 10, 10), false);
        assertThat(area(two)).isEqualTo(150, within(1e-3));
    }

    @Test
    void anOpenOutlineIsClosed() {
        Path2D triangle = new Path2D.Double();
        triangle.moveTo(0, 0);
        triangle.lineTo(20, 0);
        triangle.lineTo(0, 20);
        assertThat(area(triangle)).isEqualTo(200, within(0.5));
    }
}
