package org.eddp.studio;

import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.NotFoundResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.FileNames;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.source.ImageList;

/** Pictures that were dropped into the window. The last few are kept as files, as long as the studio runs. */
final class Uploads {
    /** Limit of pixels: enough for a photograph of a camera. */
    static final int MOST_BYTES = 32 << 20;

    static final long MOST_PIXELS = 50_000_000;
    /** Prefix of the id of a dropped picture; plain numbers are images of the feature set. */
    static final String MARK = "u";

    private static final int KEPT = 32;
    private static final int ID_BYTES = 12;
    private static final String ENDING = "(?i).*\\.(jpg|jpeg|jpe|jfif|png|webp|gif|bmp)";

    private final Scratch scratch;
    private final Drawings drawings;
    private final Map<String, ImageList.Entry> pictures = new LinkedHashMap<>();

    Uploads(Scratch scratch, Drawings drawings) {
        this.scratch = scratch;
        this.drawings = drawings;
    }

    /** The address of a dropped picture. */
    record Taken(String image) {}

    /**
     * Takes a picture that can be decoded.
     *
     * @param name as sent; only letters and digits of it are used
     *
     * @throws org.eddp.images.source.ImageFailure if it is not a picture
     */
    Taken take(String name, InputStream body) throws IOException {
        byte[] content = content(body, "picture");
        String plain = FileNames.of(name.isBlank() ? "picture" : name);
        String called = plain.matches(ENDING) ? plain : plain + ".png";
        drawings.decode(() -> new ImageReader(MOST_PIXELS).decode(content, called));
        byte[] random = new byte[ID_BYTES];
        new SecureRandom().nextBytes(random);
        String id = MARK + HexFormat.of().formatHex(random);
        Path file = scratch.folder().resolve(id).resolve(called);
        Files.createDirectories(file.getParent());
        AtomicFile.write(file, stream -> stream.write(content));
        synchronized (pictures) {
            pictures.put(id, new ImageList.Entry(called, file, null));
            while (pictures.size() > KEPT) {
                forget(pictures.keySet().iterator().next());
            }
        }
        return new Taken(id);
    }

    private static byte[] content(InputStream body, String what) throws IOException {
        byte[] content = body.readNBytes(MOST_BYTES + 1);
        if (content.length > MOST_BYTES) {
            throw new ContentTooLargeResponse("the " + what + " has more than " + (MOST_BYTES >> 20) + " MB");
        }
        return content;
    }

    /**
     * Reads a table that was sent. Its file is deleted at once; messages call it by the name that its sender gave.
     *
     * @param reading may fail with a message that names the file
     */
    <T> T table(String name, InputStream body, Function<Path, T> reading) throws IOException {
        byte[] content = content(body, "table");
        Path folder = Files.createTempDirectory(scratch.folder(), "table-");
        Path file = folder.resolve(FileNames.of(name.isBlank() ? "labels.csv" : name));
        try {
            Files.write(file, content);
            return reading.apply(file);
        } catch (FileFailure e) {
            throw new FileFailure(e.getMessage().replace(file.toString(), FileNames.last(file)), e);
        } finally {
            Scratch.delete(folder);
        }
    }

    private void forget(String id) {
        Path file = pictures.remove(id).path();
        try {
            Files.deleteIfExists(file);
            Files.deleteIfExists(file.getParent());
        } catch (IOException e) {
            throw FileFailure.writing(file, e);
        }
    }

    ImageList.Entry get(String id) {
        synchronized (pictures) {
            ImageList.Entry picture = pictures.get(id);
            if (picture == null) {
                throw new NotFoundResponse("this picture is no longer here; drop it into the window again");
            }
            return picture;
        }
    }
}
