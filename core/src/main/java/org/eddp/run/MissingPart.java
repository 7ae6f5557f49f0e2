package org.eddp.run;

import org.eddp.files.FileFailure;

/** Something that a run was made from is not at hand; whoever opened the run can say where it is. */
public final class MissingPart extends FileFailure {
    private static final long serialVersionUID = 1L;

    private final Part part;

    MissingPart(Part part, String message) {
        super(message + "; say where it is");
        this.part = part;
    }

    /** What is missing. */
    public Part part() {
        return part;
    }

    /** What a run was made from. */
    public enum Part {
        /** The file of the network. */
        NETWORK("the network"),
        /** The feature set. */
        FEATURES("the feature set"),
        /** The folder of the images. */
        IMAGES("the folder of the images");

        private final String title;

        Part(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }
}
