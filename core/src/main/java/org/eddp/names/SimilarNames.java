package org.eddp.names;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Suggests known names that are similar to a misspelt one. */
public final class SimilarNames {
    private static final int MOST = 5;

    private SimilarNames() {}

    /** The names nearest to {@code wanted}, nearest first, at most five. */
    public static List<String> of(String wanted, Collection<String> names) {
        return names.stream()
                .sorted(Comparator.comparingDouble((String name) -> distance(wanted, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .toList();
    }

    /** Edits relative to the length; a name that contains the other is near whatever its length. */
    private static double distance(String wanted, String name) {
        String a = wanted.toLowerCase(Locale.ROOT);
        String b = name.toLowerCase(Locale.ROOT);
        double relative = (double) edits(a, b) / Math.max(1, Math.max(a.length(), b.length()));
        boolean contained = !a.isEmpty() && !b.isEmpty() && (a.contains(b) || b.contains(a));
        return contained ? relative / 2 : relative;
    }

    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
