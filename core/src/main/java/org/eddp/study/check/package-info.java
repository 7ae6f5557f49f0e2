/**
 * The gate for releases: whether a run keeps a policy.
 *
 * <p>{@link org.eddp.study.check.Policy} is the file of rules, {@link org.eddp.study.check.PolicyCheck} tests a run against
 * it, and {@link org.eddp.study.check.CheckResults} says for every rule whether it holds, is violated, or could not be
 * checked. A rule that could not be checked does not count as held.
 */
package org.eddp.study.check;
