package org.eddp.files;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The checksum of the data of a safetensors file. */
final class Checksum {
    private Checksum() {}

    static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
