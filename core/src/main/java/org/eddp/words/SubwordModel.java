package org.eddp.words;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eddp.failure.InvalidInput;
import tools.jackson.databind.JsonNode;

/** Cuts a piece of text without spaces into the tokens of a vocabulary. */
interface SubwordModel {
    /** Numbers of the tokens of a piece. */
    List<Integer> tokens(String piece);

    /** The model of a file. */
    static SubwordModel of(JsonNode model) {
        String type = model.path("type").asString(model.has("merges") ? "BPE" : "");
        return switch (type) {
            case "BPE" -> new BytePairs(model);
            case "WordPiece" -> new WordPieces(model);
            case "Unigram" -> new Unigram(model);
            default ->
                throw new InvalidInput("its model is of type '" + type + "'; supported are BPE, WordPiece and Unigram");
        };
    }

    /** Numbers of tokens by their text. */
    private static Map<String, Integer> vocabulary(JsonNode vocab) {
        if (!vocab.isObject()) {
            throw new InvalidInput("its model has no vocab");
        }
        Map<String, Integer> numbers = new HashMap<>();
        vocab.propertyStream().forEach(entry -> {
            if (!entry.getValue().isInt() || entry.getValue().intValue() < 0) {
                throw new InvalidInput("the number of token '" + entry.getKey() + "' is " + entry.getValue()
                        + ", not a whole number from 0 on");
            }
            numbers.put(entry.getKey(), entry.getValue().intValue());
        });
        return numbers;
    }

    private static List<String> characters(String text) {
        return text.codePoints().mapToObj(Character::toString).toList();
    }

    /** Byte pair encoding: the pair that was merged first in training is merged first. */
    final class BytePairs implements SubwordModel {
        private final Map<String, Integer> numbers;
        private final Map<String, Integer> ranks = new HashMap<>();
        private final String ending;
        private final Integer unknown;

        BytePairs(JsonNode model) {
            numbers = vocabulary(model.path("vocab"));
            ending = model.path("end_of_word_suffix").asString("");
            unknown = numbers.get(model.path("unk_token").asString(""));
            for (JsonNode merge : model.path("merges")) {
                String pair = merge.isArray() && merge.size() == 2
                        ? merge.get(0).asString("") + " " + merge.get(1).asString("")
                        : merge.asString("");
                if (pair.indexOf(' ') < 1) {
                    throw new InvalidInput("merge " + ranks.size() + " is not a pair: " + merge);
                }
                ranks.putIfAbsent(pair, ranks.size());
            }
        }

        @Override
        public List<Integer> tokens(String piece) {
            List<String> parts = new ArrayList<>(characters(piece));
            if (parts.isEmpty()) {
                return List.of();
            }
            parts.set(parts.size() - 1, parts.get(parts.size() - 1) + ending);
            for (int at = best(parts); at >= 0; at = best(parts)) {
                parts.set(at, parts.get(at) + parts.remove(at + 1));
            }
            List<Integer> tokens = new ArrayList<>();
            for (String part : parts) {
                Integer number = numbers.getOrDefault(part, unknown);
                if (number != null) {
                    tokens.add(number);
                }
            }
            return tokens;
        }

        private int best(List<String> parts) {
            int best = -1;
            int lowest = Integer.MAX_VALUE;
            for (int i = 0; i + 1 < parts.size(); i++) {
                Integer rank = ranks.get(parts.get(i) + " " + parts.get(i + 1));
                if (rank != null && rank < lowest) {
                    lowest = rank;
                    best = i;
                }
            }
            return best;
        }
    }

    /** The longest token that fits, from the left; those inside a word have a prefix. */
    final class WordPieces implements SubwordModel {
        private final Map<String, Integer> numbers;
        private final String prefix;
        private final int unknown;
        private final int longest;

        WordPieces(JsonNode model) {
            numbers = vocabulary(model.path("vocab"));
            prefix = model.path("continuing_subword_prefix").asString("##");
            longest = model.path("max_input_chars_per_word").asInt(100);
            String name = model.path("unk_token").asString("[UNK]");
            if (!numbers.containsKey(name)) {
                throw new InvalidInput("its unknown token '" + name + "' is not in the vocab");
            }
            unknown = numbers.get(name);
        }

        @Override
        public List<Integer> tokens(String piece) {
            List<Integer> tokens = new ArrayList<>();
            int begin = 0;
            while (begin < piece.length() && piece.length() <= longest) {
                int end = piece.length();
                while (end > begin && !numbers.containsKey(part(piece, begin, end))) {
                    end--;
                }
                if (end == begin) {
                    return List.of(unknown);
                }
                tokens.add(numbers.get(part(piece, begin, end)));
                begin = end;
            }
            return begin == piece.length() ? tokens : List.of(unknown);
        }

        private String part(String piece, int begin, int end) {
            return (begin > 0 ? prefix : "") + piece.substring(begin, end);
        }
    }

    /** The likeliest way to cut, by the scores of tokens. */
    final class Unigram implements SubwordModel {
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<Double> scores = new ArrayList<>();
        private final int unknown;
        private final double least;
        private int longest = 1;

        Unigram(JsonNode model) {
            for (JsonNode entry : model.path("vocab")) {
                if (!entry.isArray()
                        || entry.size() != 2
                        || !entry.get(0).isString()
                        || !entry.get(1).isNumber()) {
                    throw new InvalidInput(
                            "entry " + scores.size() + " of its vocab is " + entry + ", not a token and its score");
                }
                numbers.put(entry.get(0).stringValue(), scores.size());
                scores.add(entry.get(1).doubleValue());
                longest = Math.max(longest, entry.get(0).stringValue().length());
            }
            unknown = model.path("unk_id").asInt(-1);
            if (unknown >= scores.size()) {
                throw new InvalidInput("unk_id " + unknown + " is not in its vocab");
            }
            least = scores.stream().mapToDouble(Double::doubleValue).min().orElse(0) - 10;
        }

        @Override
        public List<Integer> tokens(String piece) {
            int length = piece.length();
            double[] best = new double[length + 1];
            Arrays.fill(best, 1, length + 1, Double.NEGATIVE_INFINITY);
            int[] from = new int[length + 1];
            int[] token = new int[length + 1];
            for (int end = 1; end <= length; end++) {
                for (int begin = Math.max(0, end - longest); begin < end; begin++) {
                    Integer number = numbers.get(piece.substring(begin, end));
                    double score = number != null ? scores.get(number) : end - begin == 1 ? least : Double.NaN;
                    if (best[begin] + score > best[end]) {
                        best[end] = best[begin] + score;
                        from[end] = begin;
                        token[end] = number != null ? number : unknown;
                    }
                }
            }
            List<Integer> tokens = new ArrayList<>();
            for (int end = length; end > 0; end = from[end]) {
                if (token[end] >= 0 && !(token[end] == unknown && !tokens.isEmpty() && tokens.get(0) == unknown)) {
                    tokens.add(0, token[end]); // of unknown characters in a row one token stands for all
                }
            }
            return tokens;
        }
    }
}
