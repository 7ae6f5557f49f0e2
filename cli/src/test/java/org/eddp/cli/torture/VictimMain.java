package org.eddp.cli.torture;

import java.io.DataInputStream;
import java.io.IOException;
import org.eddp.cli.Main;
import org.eddp.tensor.Engine;

/**
 * The process that is struck: loads the engine, says so, waits for the words of a command, and becomes that command. So the
 * moment of a fault falls into the work of the command, and not into the start of Java.
 */
final class VictimMain {
    /** What it says when it waits. */
    static final String READY = "ready";

    private VictimMain() {}

    public static void main(String[] none) throws IOException {
        Engine.start();
        System.out.println(READY);
        DataInputStream in = new DataInputStream(System.in);
        String[] words = new String[in.readInt()];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.readUTF();
        }
        Main.main(words);
    }
}
