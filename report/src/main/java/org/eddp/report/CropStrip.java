package org.eddp.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eddp.report.page.Html;

/** Crops beside each other. A click on a crop shows its whole picture, a second click closes it; no script is needed. */
public final class CropStrip {
    private CropStrip() {}

    /**
     * The strip.
     *
     * @param concept name of the concept, for screen readers
     */
    public static Html html(List<Crop> crops, String concept) {
        List<Object> all = new ArrayList<>();
        for (int k = 0; k < crops.size(); k++) {
            String words = "example " + (k + 1) + " of " + concept;
            all.add(Html.styled(
                    "details",
                    "crop",
                    Html.tag("summary", picture(crops.get(k).close(), words)),
                    Html.styled("div", "whole", picture(crops.get(k).whole(), words + ", the whole picture"))));
        }
        return Html.styled("div", "crops", all.toArray());
    }

    private static Html picture(String address, String words) {
        return Html.element("img", Map.of("src", address, "alt", words, "decoding", "async"));
    }
}
