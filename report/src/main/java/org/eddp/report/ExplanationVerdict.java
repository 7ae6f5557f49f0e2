package org.eddp.report;

import java.util.List;
import org.eddp.explain.ExplainedImage;
import org.eddp.report.page.Html;
import org.eddp.report.page.HtmlPage;

/** How reliable an explanation is, in words, and advice. */
abstract class ExplanationVerdict {
    final ExplainedImage explained;

    ExplanationVerdict(ExplainedImage explained) {
        this.explained = explained;
    }

    /** The verdict on an explanation by removal, or by the paper's decomposition. */
    static ExplanationVerdict of(ExplainedImage explained) {
        return explained.explanation().byRemoval() ? new RemovalAdvice(explained) : new DecompositionVerdict(explained);
    }

    /** The colour of the verdict. */
    final HtmlPage.Stand stand() {
        return switch (explained.verdict()) {
            case CLEAR -> HtmlPage.Stand.GOOD;
            case PARTLY -> HtmlPage.Stand.MIXED;
            case POOR -> HtmlPage.Stand.BAD;
        };
    }

    /** The explanation in a sentence or two. */
    abstract String sentence();

    /** Whether the run, not the explanation, makes the verdict. */
    abstract boolean limited();

    /** The verdict in a sentence. */
    abstract String headline();

    /** The reasons, a sentence or two each. */
    abstract List<String> reasons();

    /** The verdict on a page. */
    final Html html() {
        return html(stand(), headline(), reasons(), limited());
    }

    /**
     * A headline, and the numbers behind it, folded.
     *
     * @param limited whether the first reason is the health of the run, which is always shown
     */
    static Html html(HtmlPage.Stand stand, String headline, List<String> reasons, boolean limited) {
        List<Html> paragraphs = reasons.stream().map(HtmlPage::paragraph).toList();
        Html numbers = HtmlPage.details(
                "What stands behind this, in numbers",
                paragraphs.subList(limited ? 1 : 0, paragraphs.size()).toArray());
        return limited
                ? HtmlPage.verdict(stand, headline, paragraphs.get(0), numbers)
                : HtmlPage.verdict(stand, headline, numbers);
    }

    /** More concepts span more, but only if there are enough patches to learn them from. */
    final String spanMore(int concepts) {
        Integer supported = explained.supported();
        String images =
                "learn from more images of the kind that is explained (./eddp features --images, then ./eddp learn)";
        if (supported == null) {
            return images + ", which span more and let more concepts be learned";
        }
        return supported > concepts
                ? "learn more concepts, which span more; the patches support " + supported
                        + " (./eddp learn --concepts " + supported + ")"
                : images + ": those of this run support no more than " + supported
                        + " concepts, and more would be noise";
    }
}
