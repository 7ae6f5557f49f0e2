package org.eddp.names;

/** Where the name of a concept comes from. */
public enum NameOrigin {
    /** From annotated masks that its detector overlaps. Such a name stands alone; the others say where they come from. */
    MASKS(""),
    /** From words whose embeddings are near those of what its detector fires on. */
    WORDS(" (by words)"),
    /** Given by somebody who looked at what its detector fires on. */
    HAND(" (by hand)");

    private final String mark;

    NameOrigin(String mark) {
        this.mark = mark;
    }

    /** What stands behind a name of this origin. */
    public String mark() {
        return mark;
    }
}
