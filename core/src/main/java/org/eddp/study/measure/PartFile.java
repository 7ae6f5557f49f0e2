package org.eddp.study.measure;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.eddp.files.FileFailure;
import org.eddp.files.arrays.SafetensorsFile;
import org.eddp.parts.Part;
import org.eddp.parts.PartialResult;

/**
 * A partial result of a part, as a file in its folder. It contains the part and the question, so that parts of
 * different questions are never added.
 *
 * @param folder of the part
 * @param name of the partial result
 */
public record PartFile(Path folder, String name) {
    private static final String PART = "part";
    private static final String ASKED = "asked.";
    private static final String ENDING = ".safetensors";

    private Path file() {
        return folder.resolve(name + ENDING);
    }

    /** Whether it is there. */
    public boolean exists() {
        return Files.exists(file());
    }

    /**
     * Writes it.
     *
     * @param question all inputs that determine the result, by name
     */
    public void write(Part part, Map<String, String> question, PartialResult<?> result) {
        SafetensorsFile content = result.content().note(PART, part.toString());
        question.forEach((what, value) -> content.note(ASKED + what, value));
        content.write(file());
    }

    /** Whether it is complete and belongs to this part and question. */
    public boolean answers(Part part, Map<String, String> question) {
        try {
            return exists() && difference(SafetensorsFile.read(file()), part, question) == null;
        } catch (FileFailure e) {
            return false; // the caller computes it again
        }
    }

    /**
     * Reads it.
     *
     * @throws FileFailure if it is damaged, or of another part or question
     */
    public SafetensorsFile read(Part part, Map<String, String> question) {
        SafetensorsFile content = SafetensorsFile.read(file());
        String difference = difference(content, part, question);
        if (difference != null) {
            throw new FileFailure("the part " + file() + " does not belong to what is asked: " + difference
                    + "; compute that part again");
        }
        return content;
    }

    private static String difference(SafetensorsFile content, Part part, Map<String, String> question) {
        Map<String, String> wanted = new LinkedHashMap<>();
        wanted.put("part", part.toString());
        question.forEach((what, value) -> wanted.put(ASKED + what, value));
        for (Map.Entry<String, String> entry : wanted.entrySet()) {
            String known = content.metadata().get(entry.getKey());
            if (!Objects.equals(known, entry.getValue())) {
                return "the " + entry.getKey().replace(ASKED, "") + " was " + known + " and is now " + entry.getValue();
            }
        }
        return null;
    }

    /** Removes all files of a merged part, unused ones included. */
    static void removeAll(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> kept = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (Path file : kept) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw FileFailure.writing(folder, e);
        }
    }
}
