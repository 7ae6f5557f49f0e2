package org.eddp;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Networks and photographs for trying, which lie beside the repository on some machines and are not part of it. Tests use them in
 * addition to what they make themselves, never instead.
 */
public final class SharedFiles {
    private SharedFiles() {}

    /** Looks for {@code shared/<relative>} beside the working folder and beside all folders above it. */
    public static Optional<Path> find(String relative) {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path candidate = folder.resolve("shared").resolve(relative);
            if (Files.exists(candidate)) {
                return Optional.of(candidate);
            }
        }
        String configured = System.getProperty("eddp.shared", System.getenv("EDDP_SHARED"));
        return Optional.ofNullable(configured)
                .map(folder -> Path.of(folder, relative))
                .filter(Files::exists);
    }
}
