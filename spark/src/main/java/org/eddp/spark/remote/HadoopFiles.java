package org.eddp.spark.remote;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eddp.files.FileFailure;
import org.eddp.files.RemoteFiles;

/** Paths of addresses. There is one file system for each scheme and authority. */
public final class HadoopFiles implements RemoteFiles {
    private static final Pattern ADDRESS = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+)://([^/]*)(/.*)?");
    private static final Map<String, HadoopFileSystem> SYSTEMS = new ConcurrentHashMap<>();

    @Override
    public Path path(String address) {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches() || parts.group(1).length() < 2) {
            throw new FileFailure("'" + address + "' is not a valid address; give one such as s3a://bucket/folder");
        }
        String root = parts.group(1) + "://" + parts.group(2);
        String inside = parts.group(3) == null ? "/" : parts.group(3);
        return SYSTEMS.computeIfAbsent(root, HadoopFileSystem::new).inside(inside);
    }
}
