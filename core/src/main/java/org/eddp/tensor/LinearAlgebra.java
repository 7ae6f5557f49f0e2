package org.eddp.tensor;

import org.bytedeco.pytorch.StringViewOptional;
import org.bytedeco.pytorch.T_TensorTensorTensor_T;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.global.torch;

/** Products and factorisations of {@link Matrix}, computed by the engine in double precision on one thread. */
final class LinearAlgebra {
    static {
        Engine.start();
    }

    private LinearAlgebra() {}

    static Matrix product(Matrix a, Matrix b) {
        try (Scope scope = Scope.open()) {
            Tensor left = Tensor.of(a, DType.FLOAT64);
            Tensor right = Tensor.of(b, DType.FLOAT64);
            long start = System.nanoTime();
            Tensor product = left.mm(right);
            Kernels.countProduct(start);
            return product.toMatrix();
        }
    }

    static Matrix.Svd svd(Matrix a) {
        try (Scope scope = Scope.open()) {
            T_TensorTensorTensor_T usv =
                    torch.linalg_svd(Tensor.of(a, DType.FLOAT64).torch(), false, new StringViewOptional());
            return new Matrix.Svd(
                    new Tensor(usv.get0()).toMatrix(),
                    new Tensor(usv.get1()).toDoubles(),
                    new Tensor(usv.get2()).toMatrix());
        }
    }

    static Matrix.Eigen eigen(Matrix symmetric) {
        try (Scope scope = Scope.open()) {
            T_TensorTensor_T pair =
                    torch.linalg_eigh(Tensor.of(symmetric, DType.FLOAT64).torch());
            return new Matrix.Eigen(new Tensor(pair.get0()).toDoubles(), new Tensor(pair.get1()).toMatrix());
        }
    }

    static Matrix.Qr qr(Matrix a) {
        try (Scope scope = Scope.open()) {
            T_TensorTensor_T pair = torch.linalg_qr(Tensor.of(a, DType.FLOAT64).torch());
            Matrix q = new Tensor(pair.get0()).toMatrix();
            Matrix r = new Tensor(pair.get1()).toMatrix();
            for (int i = 0; i < r.rows(); i++) {
                if (r.get(i, i) < 0) {
                    for (int c = 0; c < r.columns(); c++) {
                        r.set(i, c, -r.get(i, c));
                    }
                    for (int row = 0; row < q.rows(); row++) {
                        q.set(row, i, -q.get(row, i));
                    }
                }
            }
            return new Matrix.Qr(q, r);
        }
    }

    static Matrix inverse(Matrix a) {
        try (Scope scope = Scope.open()) {
            T_TensorTensor_T pair =
                    torch.linalg_inv_ex(Tensor.of(a, DType.FLOAT64).torch());
            return new Tensor(pair.get1()).item() == 0 ? new Tensor(pair.get0()).toMatrix() : null;
        }
    }
}
