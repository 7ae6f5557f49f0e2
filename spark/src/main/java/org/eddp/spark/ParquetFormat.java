package org.eddp.spark;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ArchiveFormat;
import org.eddp.images.source.ArchiveFormat.PictureArchive;

/** Parquet files with a column of pictures, read by Spark's own library; no session and no cluster are needed. */
public final class ParquetFormat implements ArchiveFormat {
    @Override
    public String extension() {
        return ".parquet";
    }

    @Override
    public PictureArchive open(Path file) throws IOException {
        return reading(file, reader -> ParquetPictures.of(file, reader));
    }

    /** A function of an open file. */
    interface Use<T> {
        T of(ParquetFileReader reader) throws IOException;
    }

    /**
     * Opens a file for a call.
     *
     * @throws FileFailure if it is damaged; the library throws many kinds of exceptions
     */
    static <T> T reading(Path file, Use<T> use) throws IOException {
        ParquetReadOptions options =
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
            return use.of(reader);
        } catch (FileFailure | FileSystemException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new FileFailure(
                    "cannot read " + file + ": it is damaged, or no Parquet file (" + e.getMessage()
                            + "); copy it again, or write it again",
                    e);
        } catch (OutOfMemoryError e) {
            throw new FileFailure(
                    "cannot read " + file + ": there is not enough memory for one of its row groups;"
                            + " write it with smaller ones, or give Java more memory",
                    e);
        }
    }
}
