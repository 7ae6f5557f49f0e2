package org.eddp.words;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.files.json.Json;
import tools.jackson.databind.JsonNode;

/**
 * Turns words into the token ids of a text encoder, according to {@code tokenizer.json} of Hugging Face's tokenizers:
 * byte pairs (CLIP, RoBERTa), word pieces (BERT) and unigrams (SigLIP).
 */
final class Tokenizer {
    private static final int LONGEST_TEXT = 10_000;

    private final UnaryOperator<String> normaliser;
    private final Function<String, List<String>> cutter;
    private final SubwordModel model;
    private final List<Integer> before = new ArrayList<>();
    private final List<Integer> behind = new ArrayList<>();
    private final int padding;

    private Tokenizer(JsonNode tree) {
        normaliser = TextSteps.normaliser(tree.path("normalizer"));
        cutter = TextSteps.cutter(tree.path("pre_tokenizer"));
        model = SubwordModel.of(tree.path("model"));
        frame(tree.path("post_processor"));
        padding = tree.path("padding").path("pad_id").asInt(0);
    }

    /**
     * Reads a file.
     *
     * @throws FileFailure if it cannot be read, or needs something that is not supported
     */
    public static Tokenizer read(Path file) {
        JsonNode tree = Json.readTree(file);
        try {
            return new Tokenizer(tree);
        } catch (InvalidInput e) {
            throw new FileFailure("cannot use " + file + ": " + e.getMessage(), e);
        }
    }

    /** Numbers of the tokens of a text, with those that stand before and behind every text. */
    int[] encode(String text) {
        if (text.length() > LONGEST_TEXT) {
            throw new InvalidInput("a text of " + text.length() + " characters is too long for a word");
        }
        List<Integer> tokens = new ArrayList<>(before);
        cutter.apply(normaliser.apply(text)).forEach(piece -> tokens.addAll(model.tokens(piece)));
        tokens.addAll(behind);
        return tokens.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The token that pads short texts. */
    public int padding() {
        return padding;
    }

    /** The tokens around a text. */
    private void frame(JsonNode step) {
        switch (step.path("type").asString("")) {
            case "", "ByteLevel" -> {}
            case "Sequence" -> step.path("processors").forEach(this::frame);
            case "RobertaProcessing", "BertProcessing" -> {
                before.add(number(step.path("cls").path(1)));
                behind.add(number(step.path("sep").path(1)));
            }
            case "TemplateProcessing" -> template(step);
            default ->
                throw new InvalidInput("its post_processor is of type '"
                        + step.path("type").asString("") + "', which is not supported");
        }
    }

    private void template(JsonNode step) {
        boolean text = false;
        for (JsonNode part : step.path("single")) {
            String special = part.path("SpecialToken").path("id").asString("");
            if (special.isEmpty()) {
                text = true;
            } else {
                for (JsonNode id : step.path("special_tokens").path(special).path("ids")) {
                    (text ? behind : before).add(number(id));
                }
            }
        }
    }

    private static int number(JsonNode value) {
        if (!value.isInt() || value.intValue() < 0) {
            throw new InvalidInput("a token of its post_processor has the number " + value);
        }
        return value.intValue();
    }
}
