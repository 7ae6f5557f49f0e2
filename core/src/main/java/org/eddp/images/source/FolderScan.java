package org.eddp.images.source;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.eddp.files.FileFailure;

/** Finds the images in a folder; used once. Symbolic links are followed, since large collections are often linked. */
final class FolderScan extends SimpleFileVisitor<Path> {
    private final Path folder;
    private final PackedEntries found;
    private final List<String> foreign = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();
    private String obstacle;
    private int ignored;

    FolderScan(Path folder) {
        this.folder = folder;
        found = new PackedEntries(folder);
    }

    ImageList scan() {
        if (!Files.isDirectory(folder)) {
            throw new FileFailure("cannot read images from " + folder + ": "
                    + (Files.exists(folder) ? "it is not a folder" : "no such folder") + "; check the path");
        }
        try {
            Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, this);
        } catch (IOException e) {
            throw FileFailure.reading(folder, e);
        }
        if (found.isEmpty() && !closed.isEmpty()) {
            Archives.shared().open(folder.resolve(closed.get(0))); // fails with the reason and a remedy
        }
        if (found.isEmpty()) {
            throw new FileFailure("no images in " + folder + (ignored > 0 ? " (" + ignored + " other files)" : "")
                    + "; files that end in " + ImageFormat.allExtensions() + " are read, in .tar files too"
                    + (foreign.isEmpty() ? "" : ", so convert such as " + foreign.get(0) + " to PNG or JPEG"));
        }
        return new ImageList(folder, new SkippedFiles(foreign, closed, obstacle), found.sorted());
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
        return isHidden(directory) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        // A dangling symbolic link that is named like a picture counts as a broken picture. If it were skipped here,
        // the user would not learn of it.
        boolean dangling = attributes.isSymbolicLink();
        boolean readable = (attributes.isRegularFile() || dangling) && !isHidden(file);
        boolean archive = Archives.kind(file).isPresent();
        boolean image = ImageFormat.hasExtension(file.getFileName().toString());
        // A pipe or a device that is named like a picture or an archive counts as a broken picture, too.
        boolean called = !isHidden(file) && (image || (archive && attributes.isOther()));
        if (called) {
            image(file);
        } else if (readable && archive) {
            archive(file, Archives.kind(file).orElseThrow());
        } else {
            ignored++;
            if (!isHidden(file) && ImageFormat.isForeign(file.getFileName().toString())) {
                foreign.add(Names.of(folder.relativize(file)));
            }
        }
        return FileVisitResult.CONTINUE;
    }

    private void image(Path file) {
        Names.requireReadable(file);
        Path relative = folder.relativize(file);
        String className = relative.getNameCount() > 1 ? relative.getName(0).toString() : null;
        found.append(new ImageList.Entry(Names.of(relative), file, className));
    }

    /** A folder that is named like a picture and contains no pictures also counts as a broken picture. */
    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
        boolean called = !directory.equals(folder)
                && ImageFormat.hasExtension(directory.getFileName().toString());
        if (called && found.stream().noneMatch(entry -> entry.path().startsWith(directory))) {
            image(directory);
        }
        return super.postVisitDirectory(directory, e);
    }

    /** Adds the pictures of an archive. Unlike the name of a folder, its name is not a class. */
    private void archive(Path file, ArchiveKind kind) {
        Names.requireReadable(file);
        String called = Names.of(folder.relativize(file));
        if (kind.obstacle().isPresent()) {
            closed.add(called);
            obstacle = kind.obstacle().orElseThrow();
            return;
        }
        OpenArchive archive = Archives.shared().open(file);
        archive.entries(file, called).forEach(found::append);
        foreign.addAll(archive.foreign(called));
        if (archive.items().isEmpty()) {
            ignored++;
        }
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
        if (e instanceof FileSystemLoopException) {
            // A link to a folder above: everything in there is found anyway.
            return FileVisitResult.CONTINUE;
        }
        if (e instanceof NoSuchFileException && !file.equals(folder)) {
            return FileVisitResult.CONTINUE; // it was removed while the folder was read
        }
        throw FileFailure.reading(file, e);
    }

    private boolean isHidden(Path path) {
        return !path.equals(folder) && path.getFileName().toString().startsWith(".");
    }
}
