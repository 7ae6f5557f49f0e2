package org.eddp.metrics;

/** Text for LaTeX. */
public final class Latex {
    private Latex() {}

    /** Text for LaTeX: its ten special characters are escaped, line ends and other controls become spaces. */
    public static String text(String plain) {
        StringBuilder out = new StringBuilder(plain.length() + 8);
        plain.codePoints().forEach(point -> {
            switch (point) {
                case '#', '$', '%', '&', '_', '{', '}' -> out.append('\\').appendCodePoint(point);
                case '\\' -> out.append("\\textbackslash{}");
                case '^' -> out.append("\\textasciicircum{}");
                case '~' -> out.append("\\textasciitilde{}");
                default -> out.appendCodePoint(Character.isISOControl(point) ? ' ' : point);
            }
        });
        return out.toString();
    }
}
