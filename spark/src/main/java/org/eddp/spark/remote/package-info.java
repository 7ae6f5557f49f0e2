/**
 * Files of object stores and of Hadoop, by address: {@code s3a://bucket/photos}, {@code hdfs://host/photos}.
 *
 * <p>{@link org.eddp.spark.remote.HadoopFiles} makes such an address a {@link java.nio.file.Path}, whose file system is
 * one of Hadoop's, with its libraries and settings ({@code spark.hadoop.*}). So everything that reads and writes paths
 * reads and writes addresses. Only what features need is there: listing, reading, and writing whole files.
 *
 * <p>A file that is being written is a temporary file of this machine, under its name in the remote folder. Moving it to
 * its own name sends it: to an object store in one request, which either replaces the object or leaves it as it was; to
 * other file systems under a temporary name, which is then replaced by a rename. So readers see either the old or the
 * new file, and a process that is killed leaves nothing behind in an object store but unfinished uploads.
 */
package org.eddp.spark.remote;
