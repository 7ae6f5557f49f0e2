/** A step of the build, and no part of what is built: how the engine comes into the jar for {@code spark-submit}. */
package org.eddp.spark.assembly;
