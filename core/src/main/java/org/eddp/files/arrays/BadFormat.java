package org.eddp.files.arrays;

/** An error inside a safetensors file; the public entry adds the name of the file. */
final class BadFormat extends RuntimeException {
    private static final String DAMAGED =
            "the file is damaged or no safetensors file; copy it again or run again the command that wrote it";

    private BadFormat(String message) {
        super(message);
    }

    /** The file contradicts itself or the format. */
    static BadFormat damaged(String what) {
        return new BadFormat(what + "; " + DAMAGED);
    }

    /** One array contradicts the file or the format. */
    static BadFormat damaged(String array, String what) {
        return damaged("array '" + array + "': " + what);
    }

    /** The file may be valid, but this program does not support it. */
    static BadFormat unsupported(String what, String remedy) {
        return new BadFormat(what + "; " + remedy);
    }
}
