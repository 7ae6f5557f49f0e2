/**
 * Failures that a user can correct.
 *
 * <p>{@link org.eddp.failure.Failure} is the root of all of them. Front ends show its message and no stack trace. Any
 * other exception, {@link IllegalArgumentException} included, is a bug: front ends say so and log the stack trace.
 */
package org.eddp.failure;
