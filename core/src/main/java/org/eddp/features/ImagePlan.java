package org.eddp.features;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eddp.files.AtomicFile;
import org.eddp.files.FileFailure;
import org.eddp.files.Inputs;
import org.eddp.files.RemoteFiles;
import org.eddp.images.source.ImageList.Entry;

/**
 * The images of every shard, in a file that lies beside the shards while other processes compute them. A process reads
 * only the shards that it computes, so its memory does not depend on the number of images, and no process but one lists
 * them.
 *
 * @param file the plan
 * @param root folder that names are relative to
 * @param images number of all images
 * @param shardImages images per shard
 * @param offsets where each shard begins in the file
 */
record ImagePlan(String file, String root, int images, int shardImages, List<Long> offsets) {
    private static final int DIGITS = 16;

    /** Shards in memory: that of the batch that is written, and those that threads have begun. */
    private static final int HELD = 4;

    /** Its name in a folder of shards. */
    static Path in(Path folder, FeatureSet.Info info) {
        return folder.resolve("plan-" + info.provenance().listSha256().substring(0, DIGITS) + ".list");
    }

    /** Writes the plan of a list. */
    static ImagePlan write(Path folder, Path root, List<Entry> entries, FeatureSet.Info info) {
        Path file = in(folder, info);
        List<Long> offsets = new ArrayList<>();
        AtomicFile.write(file, stream -> {
            offsets.clear();
            DataOutputStream out = new DataOutputStream(stream);
            long at = 0;
            for (int i = 0; i < entries.size(); i++) {
                if (i % info.shardImages() == 0) {
                    offsets.add(at);
                }
                Entry entry = entries.get(i);
                int before = out.size();
                out.writeUTF(entry.name());
                boolean elsewhere = !root.resolve(entry.name()).equals(entry.path());
                out.writeByte((entry.className() == null ? 0 : 1) + (elsewhere ? 2 : 0));
                if (entry.className() != null) {
                    out.writeUTF(entry.className());
                }
                if (elsewhere) {
                    out.writeUTF(entry.path().toAbsolutePath().toString());
                }
                at += out.size() - before;
            }
        });
        return new ImagePlan(
                file.toAbsolutePath().normalize().toString(),
                root.toAbsolutePath().normalize().toString(),
                entries.size(),
                info.shardImages(),
                offsets);
    }

    /** Removes the plan, if there is one. */
    static void remove(Path folder, FeatureSet.Info info) {
        try {
            Files.deleteIfExists(in(folder, info));
        } catch (IOException e) {
            throw FileFailure.writing(in(folder, info), e);
        }
    }

    /** The images as a list that holds those of a few shards. */
    List<Entry> entries() {
        return new Planned();
    }

    private List<Entry> shard(int shard) {
        Path place = RemoteFiles.parse(file);
        Path folder = RemoteFiles.parse(root);
        int count = Math.min(shardImages, images - shard * shardImages);
        List<Entry> entries = new ArrayList<>(count);
        try (FileChannel channel = Inputs.open(place).position(offsets.get(shard));
                InputStream all = Channels.newInputStream(channel)) {
            DataInputStream in = new DataInputStream(new BufferedInputStream(all));
            for (int i = 0; i < count; i++) {
                String name = in.readUTF();
                int has = in.readByte();
                String className = (has & 1) == 0 ? null : in.readUTF();
                Path path = (has & 2) == 0 ? folder.resolve(name) : RemoteFiles.parse(in.readUTF());
                entries.add(new Entry(name, path, className));
            }
        } catch (IOException e) {
            throw FileFailure.reading(place, e);
        } catch (InvalidPathException e) {
            throw new FileFailure("cannot read " + place + ": it was overwritten meanwhile; run it again", e);
        }
        return entries;
    }

    /** Reads the images of a shard when the first of them is asked for, and holds the last few shards. Thread-safe. */
    private final class Planned extends AbstractList<Entry> {
        private final Map<Integer, List<Entry>> held = new LinkedHashMap<>(16, 0.75f, true);

        @Override
        public synchronized Entry get(int index) {
            List<Entry> entries = held.computeIfAbsent(index / shardImages, ImagePlan.this::shard);
            if (held.size() > HELD) {
                held.remove(held.keySet().iterator().next());
            }
            return entries.get(index % shardImages);
        }

        @Override
        public int size() {
            return images;
        }
    }
}
