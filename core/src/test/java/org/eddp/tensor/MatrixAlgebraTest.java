package org.eddp.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eddp.RandomMatrices.gaussian;

import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class MatrixAlgebraTest {
    /** Large enough to be cut, and into blocks of unequal length. */
    private static final int SIZE = 301;

    @Test
    void productsAreThoseOfMatrix() {
        Matrix a = gaussian(SIZE, SIZE - 7, 1);
        Matrix b = gaussian(SIZE - 7, SIZE + 5, 2);
        Matrix expected = a.times(b);
        MatrixAlgebra algebra = MatrixAlgebra.onOneThread();
        assertClose(algebra.product(a, b), expected);
        assertClose(algebra.transposeProduct(a.transpose(), b), expected);
        assertClose(algebra.productTranspose(a, b.transpose()), expected);
    }

    @Test
    void theInverseIsOne() {
        Matrix a = gaussian(SIZE, SIZE, 3);
        MatrixAlgebra algebra = MatrixAlgebra.onOneThread();
        assertClose(algebra.product(algebra.inverse(a), a), Matrix.identity(SIZE));
        assertClose(algebra.product(a, algebra.inverse(a)), Matrix.identity(SIZE));
        assertThat(algebra.inverse(new Matrix(SIZE, SIZE))).isNull();
    }

    @Test
    void bytesDoNotDependOnThreads() {
        Matrix a = gaussian(SIZE, SIZE, 4);
        Matrix b = gaussian(SIZE, SIZE, 5);
        sameOnThreeThreads((algebra, m) -> algebra.product(m, b), a);
        sameOnThreeThreads((algebra, m) -> algebra.transposeProduct(m, b), a);
        sameOnThreeThreads((algebra, m) -> algebra.productTranspose(m, b), a);
        sameOnThreeThreads(MatrixAlgebra::inverse, a);
    }

    @Test
    void sizesThatDoNotFitAreRefused() {
        Matrix a = gaussian(SIZE, SIZE, 6);
        assertThatThrownBy(() -> MatrixAlgebra.onOneThread().transposeProduct(a, gaussian(SIZE + 1, SIZE, 7)))
                .hasMessage("cannot multiply 301 x 301 transposed by 302 x 301: inner sizes differ");
    }

    private static void sameOnThreeThreads(BiFunction<MatrixAlgebra, Matrix, Matrix> operation, Matrix a) {
        Matrix alone = operation.apply(MatrixAlgebra.onOneThread(), a);
        try (Workers workers = new Workers(3)) {
            assertThat(operation.apply(new MatrixAlgebra(workers), a)).isEqualTo(alone);
        }
    }

    private static void assertClose(Matrix found, Matrix expected) {
        assertThat(found.minus(expected).frobenius()).isLessThan(1e-9 * (1 + expected.frobenius()));
    }
}
