package org.eddp.cli.option;

import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.files.RemoteFiles;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a path or, where Spark's libraries are present, the address of a remote file. */
public final class AnyPlace implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
        if (!LocalPath.isRemote(text)) {
            return new LocalPath().convert(text);
        }
        if (RemoteFiles.find().isEmpty()) {
            throw new TypeConversionException("'" + text
                    + "' is the address of a remote file, which is read and written with --spark only; use that, or"
                    + " copy or mount it, and give its path");
        }
        try {
            return RemoteFiles.parse(text);
        } catch (FileFailure e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
