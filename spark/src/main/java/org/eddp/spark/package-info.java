/**
 * eddp on Apache Spark.
 *
 * <p>{@link org.eddp.spark.SparkService} has work of commands done by a cluster, unit by unit ({@link org.eddp.parts}).
 *
 * <p>{@link org.eddp.spark.ParquetFormat} makes Parquet files with pictures in them archives like others ({@link org.eddp.images}), since the
 * library that reads them comes with Spark.
 *
 * <p>For people who have pictures in a column of bytes, as the source {@code binaryFile} gives them, there are transformers in the style
 * of Spark's own: {@link org.eddp.spark.ConceptFeatures} (vectors of a layer), {@link org.eddp.spark.ConceptDetector} (concepts of a
 * run), {@link org.eddp.spark.ConceptExplainer} (what concepts add to a class). Each asks a {@link org.eddp.spark.Question} of every
 * picture. A question travels to executors as names of files; the network is opened there, once per process
 * ({@link org.eddp.spark.SharedNetworks}). Pictures go through it one by one, so that what comes of one does not depend on
 * which others are in its partition.
 *
 * <p>{@link org.eddp.spark.LocalCluster} is a master and workers as processes of one machine, to try things on.
 */
package org.eddp.spark;
