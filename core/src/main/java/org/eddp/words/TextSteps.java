package org.eddp.words;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eddp.failure.InvalidInput;
import tools.jackson.databind.JsonNode;

/** The steps before a text is cut into tokens: it is normalised, then cut into pieces. */
final class TextSteps {
    private static final int LONGEST_PATTERN = 2000;
    private static final Pattern ACCENTS = Pattern.compile("\\p{Mn}");
    private static final String WORDS_AND_MARKS = "\\w+|[^\\w\\s]+";
    private static final String BERT = "[^\\s\\p{P}\\p{S}]+|[\\p{P}\\p{S}]";
    /** Pieces of GPT-2: words with the space before them. */
    private static final String GPT2 =
            "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";

    private static final String[] BYTES = bytes();

    private TextSteps() {}

    /** How a text is normalised. */
    static UnaryOperator<String> normaliser(JsonNode step) {
        if (step.isNull() || step.isMissingNode()) {
            return UnaryOperator.identity();
        }
        return switch (type(step)) {
            case "Sequence" -> {
                List<UnaryOperator<String>> all = new ArrayList<>();
                step.path("normalizers").forEach(inner -> all.add(normaliser(inner)));
                yield text -> {
                    String result = text;
                    for (UnaryOperator<String> one : all) {
                        result = one.apply(result);
                    }
                    return result;
                };
            }
            case "NFC", "NFD", "NFKC", "NFKD" -> {
                Normalizer.Form form = Normalizer.Form.valueOf(type(step));
                yield text -> Normalizer.normalize(text, form);
            }
            case "Precompiled" -> text -> Normalizer.normalize(text, Normalizer.Form.NFKC);
            case "Lowercase" -> text -> text.toLowerCase(Locale.ROOT);
            case "Strip" -> String::strip;
            case "StripAccents" -> text -> ACCENTS.matcher(text).replaceAll("");
            case "Replace" -> {
                Pattern pattern = pattern(step.path("pattern"));
                String content = Matcher.quoteReplacement(step.path("content").asString(""));
                yield text -> pattern.matcher(text).replaceAll(content);
            }
            case "Prepend" -> text -> step.path("prepend").asString("") + text;
            case "BertNormalizer" -> bert(step);
            default -> throw unknown("normalizer", step);
        };
    }

    private static UnaryOperator<String> bert(JsonNode step) {
        boolean lower = step.path("lowercase").asBoolean(true);
        boolean plain = step.path("strip_accents").asBoolean(lower);
        return text -> {
            String cased = lower ? text.toLowerCase(Locale.ROOT) : text;
            return plain
                    ? ACCENTS.matcher(Normalizer.normalize(cased, Normalizer.Form.NFD))
                            .replaceAll("")
                    : cased;
        };
    }

    /** How a text is cut into pieces. */
    static Function<String, List<String>> cutter(JsonNode step) {
        if (step.isNull() || step.isMissingNode()) {
            return List::of;
        }
        return switch (type(step)) {
            case "Sequence" -> {
                List<Function<String, List<String>>> all = new ArrayList<>();
                step.path("pretokenizers").forEach(inner -> all.add(cutter(inner)));
                yield text -> {
                    List<String> pieces = List.of(text);
                    for (Function<String, List<String>> one : all) {
                        pieces = pieces.stream()
                                .flatMap(piece -> one.apply(piece).stream())
                                .toList();
                    }
                    return pieces;
                };
            }
            case "Whitespace" -> matches(compile(WORDS_AND_MARKS));
            case "WhitespaceSplit" -> matches(compile("\\S+"));
            case "BertPreTokenizer" -> matches(compile(BERT));
            case "Split" -> split(step);
            case "ByteLevel" -> byteLevel(step);
            case "Metaspace" -> metaspace(step);
            default -> throw unknown("pre_tokenizer", step);
        };
    }

    private static Function<String, List<String>> split(JsonNode step) {
        Pattern pattern = pattern(step.path("pattern"));
        String behaviour = step.path("behavior").asString("Removed");
        boolean inverted = step.path("invert").asBoolean(false);
        if (behaviour.equals("Removed")) {
            return inverted ? matches(pattern) : text -> pieces(pattern, text, false);
        }
        if (behaviour.equals("Isolated")) {
            return text -> pieces(pattern, text, true);
        }
        throw new InvalidInput(
                "its pre_tokenizer splits with behavior " + behaviour + "; supported are Removed and Isolated");
    }

    private static Function<String, List<String>> byteLevel(JsonNode step) {
        boolean space = step.path("add_prefix_space").asBoolean(true);
        boolean cut = step.path("use_regex").asBoolean(true);
        Function<String, List<String>> pieces = cut ? matches(compile(GPT2)) : List::of;
        return text -> pieces.apply(space && !text.startsWith(" ") ? " " + text : text).stream()
                .map(TextSteps::visibleBytes)
                .toList();
    }

    private static Function<String, List<String>> metaspace(JsonNode step) {
        String mark = step.path("replacement").asString("\u2581");
        String scheme = step.path("prepend_scheme")
                .asString(step.path("add_prefix_space").asBoolean(true) ? "always" : "never");
        Pattern words = compile(Pattern.quote(mark) + "?[^" + Pattern.quote(mark) + "]+|" + Pattern.quote(mark));
        return text -> {
            String marked = text.replace(" ", mark);
            boolean add = !scheme.equals("never") && !marked.startsWith(mark);
            return matches(words).apply(add ? mark + marked : marked);
        };
    }

    private static Function<String, List<String>> matches(Pattern pattern) {
        return text -> pattern.matcher(text)
                .results()
                .map(found -> found.group())
                .filter(piece -> !piece.isEmpty())
                .toList();
    }

    private static List<String> pieces(Pattern pattern, String text, boolean keep) {
        List<String> pieces = new ArrayList<>();
        int begin = 0;
        for (Matcher found = pattern.matcher(text); found.find(); begin = found.end()) {
            pieces.add(text.substring(begin, found.start()));
            pieces.add(keep ? found.group() : "");
        }
        pieces.add(text.substring(begin));
        pieces.removeIf(String::isEmpty);
        return pieces;
    }

    /** Every byte of a text as one visible character, so that no character is unknown. */
    private static String visibleBytes(String text) {
        StringBuilder visible = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            visible.append(BYTES[b & 0xff]);
        }
        return visible.toString();
    }

    private static String[] bytes() {
        String[] characters = new String[256];
        int next = 256;
        for (int b = 0; b < 256; b++) {
            boolean visible = b >= '!' && b <= '~' || b >= 0xa1 && b <= 0xac || b >= 0xae;
            characters[b] = Character.toString(visible ? b : next++);
        }
        return characters;
    }

    private static Pattern pattern(JsonNode step) {
        if (step.path("String").isString()) {
            return Pattern.compile(Pattern.quote(step.get("String").stringValue()));
        }
        if (!step.path("Regex").isString()) {
            throw new InvalidInput("a pattern in it is " + step + ", neither String nor Regex");
        }
        return compile(step.get("Regex").stringValue());
    }

    private static Pattern compile(String regex) {
        if (regex.length() > LONGEST_PATTERN) {
            throw new InvalidInput("a pattern in it has " + regex.length() + " characters");
        }
        try {
            return Pattern.compile(regex, Pattern.UNICODE_CHARACTER_CLASS);
        } catch (PatternSyntaxException e) {
            throw new InvalidInput("a pattern in it is not understood: " + e.getDescription(), e);
        }
    }

    private static String type(JsonNode step) {
        return step.path("type").asString("");
    }

    private static InvalidInput unknown(String kind, JsonNode step) {
        return new InvalidInput("its " + kind + " is of type '" + type(step) + "', which is not supported");
    }
}
