package org.eddp.report.page;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Questions tests ask about markup. */
public final class Markup {
    private static final Pattern ID = Pattern.compile("\\sid=[\"']([^\"']+)[\"']");
    private static final Pattern INTERNAL_REFERENCE =
            Pattern.compile("(?:url\\(#|href=\"#)([^)\"]+)|aria-labelledby=\"(\\S+) (\\S+)\"");

    private Markup() {}

    /** Parses well-formed markup; anything else fails the test with the parser's line and reason. */
    public static Document parse(String markup) {
        try {
            DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new InputSource(new StringReader(markup)));
        } catch (Exception e) {
            throw new AssertionError("not well-formed: " + e.getMessage(), e);
        }
    }

    public static List<String> ids(String markup) {
        List<String> ids = new ArrayList<>();
        Matcher found = ID.matcher(markup);
        while (found.find()) {
            ids.add(found.group(1));
        }
        return ids;
    }

    /** Ids that clip paths, links and labels point to. */
    public static List<String> references(String markup) {
        List<String> targets = new ArrayList<>();
        Matcher found = INTERNAL_REFERENCE.matcher(markup);
        while (found.find()) {
            for (int group = 1; group <= 3; group++) {
                if (found.group(group) != null) {
                    targets.add(found.group(group));
                }
            }
        }
        return targets;
    }

    public static List<String> svgs(String page) {
        List<String> svgs = new ArrayList<>();
        Matcher found = Pattern.compile("<svg .*?</svg>", Pattern.DOTALL).matcher(page);
        while (found.find()) {
            svgs.add(found.group());
        }
        return svgs;
    }
}
