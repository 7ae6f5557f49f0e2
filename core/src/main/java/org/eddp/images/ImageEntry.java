package org.eddp.images;

import java.nio.file.Path;

/**
 * One image of a list.
 *
 * @param name path relative to the root of the list, with {@code /} on every system: what results call the image
 * @param path where the file is
 * @param className the class it belongs to, null if none is known
 */
public record ImageEntry(String name, Path path, String className) {}
