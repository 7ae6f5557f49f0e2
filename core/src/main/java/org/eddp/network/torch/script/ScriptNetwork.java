package org.eddp.network.torch.script;

import java.nio.file.Path;
import org.eddp.network.Network;
import org.eddp.network.Network.ImageInput;
import org.eddp.network.NetworkFailure;
import org.eddp.network.TrialLimits;
import org.eddp.network.onnx.execution.OnnxNetwork;
import org.eddp.network.onnx.file.Model;

/** Networks from TorchScript files. Their layers are named after their submodules. */
public final class ScriptNetwork {
    private static final String KIND = "TorchScript";

    private ScriptNetwork() {}

    /**
     * Loads a network with one result, and finds out which images it takes.
     *
     * @throws NetworkFailure if the file is not TorchScript, or not a classifier of images
     */
    public static Network load(Path file) {
        return load(file, null, null);
    }

    /** The same for images of a known size. */
    public static Network load(Path file, ImageInput input) {
        return load(file, input, null);
    }

    /**
     * Loads a network.
     *
     * @param input the images, with channels, height and width; null to find out
     * @param output which of several results has the logits: its name in a dictionary or its number in a tuple, from 0; null if
     *     there is only one
     */
    public static Network load(Path file, ImageInput input, String output) {
        ScriptProgram program = ScriptFile.open(file);
        Budget budget = new Budget(TrialLimits.ofEnvironment());
        try (Recording recording = Recording.of(program, input, output, budget)) {
            ImageInput found = recording.images();
            boolean open = input == null && recording.takesOthers(program, output, budget);
            ImageInput declared = open ? new ImageInput(found.name(), found.channels(), 0, 0) : found;
            Model model = recording.graph().model(recording.output());
            return OnnxNetwork.of(String.valueOf(file.getFileName()), model, KIND, declared, null);
        } catch (NetworkFailure e) {
            throw e.after("cannot load network " + file + ": ");
        }
    }

    /**
     * The graph of a network, with the logits as its only output.
     *
     * @param input the images, with height and width; null to find out
     * @param output which of several results has the logits, null if there is only one
     */
    public static Model graph(Path file, ImageInput input, String output) {
        ScriptProgram program = ScriptFile.open(file);
        try (Recording recording = Recording.of(program, input, output, new Budget(TrialLimits.ofEnvironment()))) {
            return recording.graph().model(recording.output());
        } catch (NetworkFailure e) {
            throw e.after("cannot load network " + file + ": ");
        }
    }

    /**
     * Writes a copy of a network file with a further module behind a layer, in one step: all readers of the layer read
     * the output of the module. The copy is a sequence of operators without branches, for images of one size.
     *
     * @param network not modified
     * @param images the size of images that the layer was taken from, null for the size that {@link #load} finds
     * @param value name of the layer in the graph
     * @param name of the further module; gets a number if the network has such a module already
     * @param inserted its forward takes and returns one tensor
     * @param file to create or replace
     * @throws NetworkFailure if the file cannot take it
     */
    public static void insert(
            Path network, ImageInput images, String value, String name, ScriptWriter inserted, Path file) {
        ScriptProgram program = ScriptFile.open(network);
        Budget budget = new Budget(TrialLimits.ofEnvironment());
        try (Recording recording = Recording.ofAny(program, images, budget)) {
            FlatProgram.of(recording, value, name, inserted).save(file);
        } catch (NetworkFailure e) {
            throw e.after("cannot put a " + name + " behind layer " + value + " of " + network + ": ");
        }
    }
}
