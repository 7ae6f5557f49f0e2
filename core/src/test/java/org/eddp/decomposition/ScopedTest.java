package org.eddp.decomposition;

import org.eddp.tensor.Scope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Every test runs in a scope of its own. */
public abstract class ScopedTest {
    private Scope scope;

    @BeforeEach
    final void open() {
        scope = Scope.open();
    }

    @AfterEach
    final void close() {
        scope.close();
    }
}
