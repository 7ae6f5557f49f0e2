package org.eddp.images;

import java.util.Comparator;

/** Order of strings by code points, which is that of their UTF-8 bytes: the same in every language and on every system. */
public enum CodePointOrder implements Comparator<String> {
    INSTANCE;

    @Override
    public int compare(String a, String b) {
        int at = 0;
        while (at < a.length() && at < b.length()) {
            int left = a.codePointAt(at);
            int right = b.codePointAt(at);
            if (left != right) {
                return Integer.compare(left, right);
            }
            at += Character.charCount(left);
        }
        return Integer.compare(a.length(), b.length());
    }
}
