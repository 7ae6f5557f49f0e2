package org.eddp.cli.option;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads every path on the command line. Java takes {@code s3a://bucket/photos} for a folder named {@code s3a:}, so a
 * command would write its results there without a message. Addresses are therefore refused, except those of local files.
 */
public final class LocalPath implements ITypeConverter<Path> {
    /** Addresses begin with a scheme; a single letter before the colon is a drive. */
    private static final Pattern ADDRESS = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):(/.*)");

    @Override
    public Path convert(String text) {
        if (isRemote(text)) {
            throw new TypeConversionException(refusal(text));
        }
        Matcher address = ADDRESS.matcher(text);
        try {
            return address.matches() && isFile(address) ? ofFile(text) : Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + text + "' is not a valid path: " + e.getReason());
        }
    }

    /** Whether a text is the address of a file that is not on this machine. */
    public static boolean isRemote(String text) {
        Matcher address = ADDRESS.matcher(text);
        return address.matches() && !isFile(address) && address.group(2).startsWith("//");
    }

    /** Why a remote address cannot be used. */
    public static String refusal(String text) {
        return "'" + text + "' is the address of a remote file, and only local files are read or written here; copy or"
                + " mount it, and give its path";
    }

    private static boolean isFile(Matcher address) {
        return address.group(1).equalsIgnoreCase("file");
    }

    private static Path ofFile(String text) {
        try {
            URI address = new URI(text);
            if (address.getHost() == null && address.getQuery() == null && address.getFragment() == null) {
                return Path.of(address.getPath());
            }
        } catch (URISyntaxException e) {
            // the same message
        }
        throw new TypeConversionException(
                "'" + text + "' is not a valid address of a local file; give the path, or file:///PATH");
    }
}
