package org.eddp.study.view;

import java.util.Arrays;
import java.util.Locale;
import org.eddp.names.ClassNames;
import org.eddp.network.OutputKind;

/**
 * What the name of a folder says of the images in it: their class, or their labels. Labels are joined by "+" or "|"
 * ({@code effusion+mass}); images without any are in a folder {@code none}.
 */
public final class FolderLabels {
    private static final String NONE = "none";

    private FolderLabels() {}

    /**
     * The numbers of the class or labels.
     *
     * @param what names the text in messages
     * @param count of the network's classes or labels
     * @throws IllegalArgumentException if the network has no such class or label
     */
    public static int[] parse(String what, String text, ClassNames names, int count, OutputKind outputs) {
        if (outputs == OutputKind.CLASSES) {
            return new int[] {names.parse(what, text, count)};
        }
        if (text.toLowerCase(Locale.ROOT).equals(NONE)) {
            return new int[0];
        }
        return Arrays.stream(text.split("[+|]"))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .mapToInt(part -> names.parse(what, part, count))
                .distinct()
                .toArray();
    }
}
