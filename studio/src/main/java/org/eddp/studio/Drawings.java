package org.eddp.studio;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eddp.files.Digests;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.decode.Picture;
import org.eddp.images.input.Preprocessing;
import org.eddp.images.input.Snapshot;
import org.eddp.images.source.ImageFiles;

/**
 * Encodes the part of a picture that a network sees as a new JPEG. A picture may have millions of pixels and is decoded whole, so
 * only a few are decoded at a time. The drawings used last are cached; a drawing is used again only if its file has not changed.
 */
final class Drawings {
    /** Pictures decoded at once: each may take gigabytes. */
    static final int AT_ONCE = 2;

    private static final int MOST_BYTES = 32 << 20;

    private final Semaphore decoding = new Semaphore(AT_ONCE, true);
    private final Map<Key, Drawing> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** The key of a drawing: its kind, and the file with its stamp. */
    private record Key(Path file, String stamp, Object what) {}

    /**
     * A drawing.
     *
     * @param digest of the JPEG
     */
    record Drawing(byte[] jpeg, String digest) {}

    /**
     * Draws the part of a picture that a network sees.
     *
     * @throws org.eddp.images.source.ImageFailure if it cannot be read
     */
    Drawing of(Path file, Preprocessing preprocessing) {
        List<Integer> part = List.of(preprocessing.resize(), preprocessing.cropHeight(), preprocessing.cropWidth());
        return of(
                file,
                part,
                picture -> Snapshot.of(picture, preprocessing.box(picture.width(), picture.height()))
                        .jpeg());
    }

    /**
     * Draws from a picture.
     *
     * @param what key of the drawing
     * @param jpeg draws it
     * @throws org.eddp.images.source.ImageFailure if the picture cannot be read
     */
    Drawing of(Path file, Object what, Function<Picture, byte[]> jpeg) {
        Path holder = ImageFiles.holder(file);
        Key key = new Key(
                file,
                FileStamp.of(
                        holder.toAbsolutePath().getParent(),
                        holder.getFileName().toString()),
                what);
        synchronized (kept) {
            Drawing known = kept.get(key);
            if (known != null) {
                return known;
            }
        }
        byte[] drawn = decode(() -> jpeg.apply(new ImageReader().read(file)));
        Drawing drawing = new Drawing(drawn, Digests.of(drawn));
        keep(key, drawing);
        return drawing;
    }

    /** Runs a task that decodes a picture; few run at a time. */
    <T> T decode(Supplier<T> work) {
        decoding.acquireUninterruptibly();
        try {
            return work.get();
        } finally {
            decoding.release();
        }
    }

    private void keep(Key key, Drawing drawing) {
        synchronized (kept) {
            Drawing before = kept.put(key, drawing);
            bytes += drawing.jpeg().length - (before == null ? 0 : before.jpeg().length);
            while (bytes > MOST_BYTES) {
                bytes -= kept.remove(kept.keySet().iterator().next()).jpeg().length;
            }
        }
    }
}
