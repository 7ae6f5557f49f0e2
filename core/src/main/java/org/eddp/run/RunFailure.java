package org.eddp.run;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eddp.files.FileFailure;
import org.eddp.files.RemoteFiles;

/** A problem with a run that the user can solve. */
public abstract class RunFailure extends FileFailure {
    private static final long serialVersionUID = 1L;

    private RunFailure(String message) {
        super(message);
    }

    /** A file or folder that a run was made from was not found. The user can pass its path. */
    public static final class MissingPart extends RunFailure {
        private static final long serialVersionUID = 1L;

        private final Part part;

        MissingPart(Part part, String message) {
            super(message + "; say where it is");
            this.part = part;
        }

        /** The missing input. */
        public Part part() {
            return part;
        }

        /** An input of a run. */
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

            /**
             * Its path: that of the user, or else the old one.
             *
             * @param run folder of the run
             * @param given by the user, or null
             * @param known from when the run was made, or null
             */
            Path place(Path run, Path given, String known) {
                if (given == null && known == null) {
                    throw new MissingPart(this, "the run " + run + " does not say where " + this + " is");
                }
                Path path = given != null ? given : RemoteFiles.parse(known);
                if (!Files.exists(path)) {
                    throw new MissingPart(this, this + " of the run " + run + " is not at " + path);
                }
                return path;
            }

            @Override
            public String toString() {
                return title;
            }
        }
    }

    /** A better result would be replaced. The new one can be written elsewhere, or replace it if the user agrees. */
    public static final class WouldReplace extends RunFailure {
        private static final long serialVersionUID = 1L;

        public WouldReplace(String message) {
            super(message);
        }
    }

    /** A folder is not a finished run; one can be learned there, or resumed if that was interrupted. */
    public static final class NotFinished extends RunFailure {
        private static final long serialVersionUID = 1L;

        NotFinished(String message) {
            super(message);
        }
    }
}
