package org.eddp.experiments.marks;

import java.awt.Color;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** The kinds of marks. A trial draws one design of a kind; every picture has a mark of this design at another place. */
public enum MarkKind {
    /** A card with a word. */
    CARD {
        @Override
        public Design design(SplittableRandom random) {
            String word = WORDS.get(random.nextInt(WORDS.size()));
            boolean dark = random.nextBoolean();
            Color paper = dark ? shade(random, 0.5f, 0.25f) : shade(random, 0.15f, 0.97f);
            Color ink = dark ? shade(random, 0.1f, 0.97f) : shade(random, 0.6f, 0.15f);
            Card.Design design = new Card.Design(word, paper, ink);
            return (place, aspect) -> Card.random(place, aspect, design);
        }
    },
    /** A small coloured emblem near a corner. */
    LOGO {
        @Override
        public Design design(SplittableRandom random) {
            Logo.Design design =
                    new Logo.Design(random.nextInt(3, 8), shade(random, 0.9f, 0.85f), shade(random, 0.25f, 0.98f));
            return (place, aspect) -> Logo.random(place, aspect, design);
        }
    },
    /** A coloured border. */
    FRAME {
        @Override
        public Design design(SplittableRandom random) {
            Color colour = shade(random, 0.85f, 0.75f);
            return (place, aspect) -> Frame.random(place, colour);
        }
    },
    /** A colour cast of the whole picture. */
    TINT {
        @Override
        public Design design(SplittableRandom random) {
            Color colour = shade(random, 1, 0.9f);
            return (place, aspect) -> Tint.random(place, colour);
        }
    },
    /** A patch of stripes, dots or hatching. */
    TEXTURE {
        @Override
        public Design design(SplittableRandom random) {
            Texture.Pattern[] patterns = Texture.Pattern.values();
            Texture.Design design = new Texture.Design(
                    patterns[random.nextInt(patterns.length)],
                    random.nextBoolean() ? shade(random, 0.3f, 0.95f) : shade(random, 0.8f, 0.3f));
            return (place, aspect) -> Texture.random(place, design);
        }
    },
    /** The blocks of a strong JPEG compression, all over the picture. */
    JPEG {
        @Override
        public Design design(SplittableRandom random) {
            return (place, aspect) -> Compression.random(place);
        }
    };

    /** Kinds whose designs are drawn over the picture; those of the benchmark of known causes. */
    public static final List<MarkKind> DRAWN = List.of(CARD, LOGO, FRAME, TINT, TEXTURE);

    private static final List<String> WORDS =
            List.of("SALE", "EXIT", "TAXI", "FILM", "HALT", "NEXT", "SHOP", "MAIL", "POLE", "MINT", "VIP", "TAKE");

    /** A design; only the place is open. */
    @FunctionalInterface
    public interface Design {
        /**
         * The mark on one picture.
         *
         * @param random chooses place, size and opacity
         * @param aspect width to height of the part that the network sees
         */
        Mark place(SplittableRandom random, double aspect);
    }

    /** A design at random: colour, word or pattern. */
    public abstract Design design(SplittableRandom random);

    /** The name in results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A colour of any hue. */
    private static Color shade(SplittableRandom random, float saturation, float brightness) {
        return Color.getHSBColor((float) random.nextDouble(), saturation, brightness);
    }
}
