package org.eddp.tensor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses where to unpack native libraries if the home folder of the user is not writable. JavaCPP then uses
 * {@code <tmp>/.javacpp-<user>} and does not check who owns that folder. Another user of the machine could have put libraries
 * into it, and these would be loaded. So the folder must belong to this user and must not be writable by others.
 * Otherwise a new folder is created for this process and deleted when the process ends.
 */
final class NativeCache {
    /** Takes precedence over every other folder. */
    private static final String PROPERTY = "org.bytedeco.javacpp.cachedir";

    private static final Set<PosixFilePermission> OTHERS_WRITE =
            EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);
    private static final Logger LOG = LoggerFactory.getLogger(NativeCache.class);

    private final Path home;
    private final Path temporary;
    private final String user;

    /**
     * Places to choose from.
     *
     * @param home of the user
     * @param temporary folder of the machine for temporary files
     * @param user name
     */
    NativeCache(Path home, Path temporary, String user) {
        this.home = home;
        this.temporary = temporary;
        this.user = user;
    }

    /**
     * Tells JavaCPP where to unpack, if it would choose a folder that others may write to. Must be called before its
     * first use.
     */
    static synchronized void choose() throws IOException {
        if (System.getProperty(PROPERTY) != null || System.getProperty("org.bytedeco.javacpp.cacheDir") != null) {
            return;
        }
        Optional<Path> chosen = new NativeCache(
                        Path.of(System.getProperty("user.home")),
                        Path.of(System.getProperty("java.io.tmpdir")),
                        System.getProperty("user.name"))
                .place();
        chosen.ifPresent(place -> System.setProperty(PROPERTY, place.toString()));
    }

    /** Empty if JavaCPP may choose. */
    Optional<Path> place() throws IOException {
        boolean posix = Files.getFileStore(temporary).supportsFileAttributeView("posix");
        if (!posix || isUsable(home.resolve(".javacpp").resolve("cache"))) {
            return Optional.empty();
        }
        Path shared = temporary.resolve(".javacpp-" + user);
        Path cache = shared.resolve("cache");
        if (isOwn(shared) && isOwn(cache)) {
            return Optional.of(cache);
        }
        Path fresh = Files.createTempDirectory(temporary, "eddp-native-");
        LOG.warn(
                "{} does not belong to this user or others may write into it, so native libraries are unpacked into {}"
                        + " for this process only; remove {}, or name a folder of your own with -D{}=DIR",
                shared,
                fresh,
                shared,
                PROPERTY);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(fresh), "eddp-native-delete"));
        return Optional.of(fresh);
    }

    /** The same check as in JavaCPP. */
    private static boolean isUsable(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            return false;
        }
        return Files.isReadable(folder) && Files.isWritable(folder) && Files.isExecutable(folder);
    }

    /** Whether a folder belongs to this user and no other user can write to it. Creates the folder if it does not exist. */
    private boolean isOwn(Path folder) throws IOException {
        try {
            if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(
                        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                            .equals(ownNumber())
                    && Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS).stream()
                            .noneMatch(OTHERS_WRITE::contains);
        } catch (IOException e) {
            LOG.debug("{} is not used for native libraries", folder, e);
            return false;
        }
    }

    /** The user id of this process, from a file that it creates. */
    private Object ownNumber() throws IOException {
        Path probe = Files.createTempFile(temporary, "eddp-owner-", null);
        try {
            return Files.getAttribute(probe, "unix:uid");
        } finally {
            Files.delete(probe);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            LOG.debug("{} could not be deleted", folder, e);
        }
    }
}
