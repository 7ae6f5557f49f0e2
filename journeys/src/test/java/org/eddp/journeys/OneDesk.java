package org.eddp.journeys;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/** Gives every journey the same desk, and leaves a picture of where one failed. */
final class OneDesk implements ParameterResolver, AfterTestExecutionCallback {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Attempt.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(OneDesk.class))
                .computeIfAbsent(Attempt.class, key -> Attempt.make(), Attempt.class);
    }

    /**
     * Tried once: what failed or was skipped for one journey is for the others too.
     *
     * @param made null if it could not be
     * @param failure null if it could
     */
    record Attempt(Desk made, Throwable failure) implements AutoCloseable {
        static Attempt make() {
            try {
                return new Attempt(Desk.open(), null);
            } catch (Throwable e) {
                return new Attempt(null, e);
            }
        }

        /** The desk; otherwise the journey is skipped, or fails. */
        Desk desk() {
            if (failure instanceof TestAbortedException skipped) {
                throw new TestAbortedException(skipped.getMessage());
            }
            if (failure != null) {
                throw new IllegalStateException("there is nothing to look at: " + failure.getMessage(), failure);
            }
            return made;
        }

        @Override
        public void close() throws Exception {
            if (made != null) {
                made.close();
            }
        }
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            ((Journey) context.getRequiredTestInstance())
                    .picture(Path.of(
                            "target", "failed", context.getRequiredTestMethod().getName() + ".png"));
        }
    }
}
