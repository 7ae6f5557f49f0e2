package org.eddp.features;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.eddp.files.FileFailure;
import org.eddp.images.decode.ImageReader;
import org.eddp.images.source.ImageFiles;
import org.eddp.images.source.ImageList;

/** Finds and names changes since the features in a folder were computed. */
final class Staleness {
    private Staleness() {}

    /**
     * Compares an unfinished set with the requested one.
     *
     * @throws FileFailure at the first difference
     */
    static void check(
            Path folder,
            FeatureSet.Info begun,
            FeatureSet.Info wanted,
            FeatureExtraction.Source source,
            FeatureExtraction.Options options) {
        checkSettings(folder, begun, wanted);
        checkKept(folder, options);
        ShardFiles files = new ShardFiles(folder, begun);
        files.verify();
        if (!begun.shards().isEmpty()) {
            compare(
                    folder,
                    "the number of tokens that stand for no patch",
                    files.extraTokens(),
                    source.layer().extraTokens());
        }
        for (FeatureSet.Info.Shard shard : begun.shards()) {
            checkShard(
                    folder,
                    files.records(shard),
                    shard.number() * begun.shardImages(),
                    source.list().entries(),
                    options.strict());
        }
        checkList(folder, begun, wanted);
    }

    /** Compares the inputs of features, apart from the images. */
    static void checkSettings(Path folder, FeatureSet.Info begun, FeatureSet.Info wanted) {
        FeatureSet.Provenance old = begun.provenance();
        FeatureSet.Provenance now = wanted.provenance();
        compare(folder, "the network", old.network(), now.network());
        if (!old.networkSha256().equals(now.networkSha256())) {
            throw stale(folder, "the content of the network file " + now.network() + " has changed since");
        }
        compare(folder, "the layer", old.layer(), now.layer());
        compare(folder, "the kind of outputs", old.outputs(), now.outputs());
        compare(folder, "the preprocessing", old.preprocessing(), now.preprocessing());
        compare(folder, "the grid", begun.grid(), wanted.grid());
        compare(folder, "the number type", begun.type(), wanted.type());
        compare(folder, "the batch", begun.batchImages(), wanted.batchImages());
        compare(folder, "the number of images per shard", begun.shardImages(), wanted.shardImages());
        compare(folder, "the version of eddp", begun.eddp(), wanted.eddp());
    }

    /** Compares whether features are kept. */
    static void checkKept(Path folder, FeatureExtraction.Options options) {
        boolean kept = !Files.exists(folder.resolve(RecomputedFeatures.MARK));
        if (kept != options.kept()) {
            throw stale(
                    folder,
                    kept
                            ? "they are kept, and now are to be computed whenever they are needed"
                            : "they are computed whenever they are needed, and now are to be kept");
        }
    }

    /** Compares the lists of images by their names. */
    static void checkList(Path folder, FeatureSet.Info begun, FeatureSet.Info wanted) {
        FeatureSet.Provenance old = begun.provenance();
        FeatureSet.Provenance now = wanted.provenance();
        if (!old.listSha256().equals(now.listSha256())) {
            throw stale(
                    folder,
                    "the list of images has changed since: " + old.listed() + " then, " + now.listed()
                            + " now, or other names among them");
        }
    }

    /** Checks that shards are the first of those from {@code first} to {@code end}. */
    static void checkNumbers(Path folder, FeatureSet.Info begun, int first, int end) {
        for (int s = 0; s < begun.shards().size(); s++) {
            int number = begun.shards().get(s).number();
            if (number != first + s || number >= end) {
                throw stale(
                        folder,
                        "they have shard " + number + " where " + (first + s < end ? "shard " + (first + s) : "none")
                                + " should be");
            }
        }
    }

    private static void compare(Path folder, String what, Object old, Object now) {
        if (!Objects.equals(old, now)) {
            throw stale(folder, what + " was " + old + " and is now " + now);
        }
    }

    private static void checkShard(
            Path folder, FeatureSet.ImageRecord[] records, int first, List<ImageList.Entry> entries, boolean strict) {
        for (int i = 0; i < records.length; i++) {
            int index = first + i;
            String name = index < entries.size() ? entries.get(index).name() : null;
            if (!records[i].name().equals(name)) {
                throw stale(
                        folder,
                        "the list of images has changed since: where " + records[i].name() + " was there is now "
                                + (name == null ? "nothing" : name));
            }
            if (strict && !records[i].present()) {
                throw stale(folder, "the image " + name + " was skipped, which is not allowed now");
            }
            Path file = entries.get(index).path();
            if (hasChanged(file, records[i])) {
                throw stale(folder, "the image " + name + " has changed since");
            }
        }
    }

    private static boolean hasChanged(Path file, FeatureSet.ImageRecord record) {
        boolean refused = new ImageReader().refuses(file);
        if (record.sha256() == null) {
            return !refused && Files.isReadable(ImageFiles.holder(file)); // it could not be read before, and now can
        }
        return refused || !ImageFiles.digest(file).equals(record.sha256());
    }

    private static FileFailure stale(Path folder, String what) {
        return new FeatureSet.Outdated("the features in " + folder + " are not those asked for: " + what
                + "; give another folder, or extract them again");
    }
}
