/**
 * eddp on Apache Spark.
 *
 * <p>{@link org.eddp.spark.SparkService} executes the work of commands on a cluster, unit by unit
 * ({@link org.eddp.parts}).
 *
 * <p>{@link org.eddp.spark.ParquetFormat} makes Parquet files with pictures in them archives like others
 * ({@link org.eddp.images.source}), since the library that reads them comes with Spark.
 *
 * <p>For people who have pictures in a column of bytes, as the source {@code binaryFile} gives them, there are
 * transformers in the style of Spark's own: {@link org.eddp.spark.ConceptFeatures} (vectors of a layer),
 * {@link org.eddp.spark.ConceptDetector} (concepts of a run), {@link org.eddp.spark.ConceptExplainer} (contributions of
 * concepts to a class). Each answers a {@link org.eddp.spark.PictureQuery} about every picture. A question is sent to
 * executors with names of files; the network is opened there, once per process ({@link org.eddp.spark.SharedNetworks}).
 * Pictures go through it in batches where that changes no bit, so that results do not depend on partitions.
 *
 * <p>{@link org.eddp.spark.LocalCluster} is a master and workers as processes of one machine, for trials.
 */
package org.eddp.spark;
