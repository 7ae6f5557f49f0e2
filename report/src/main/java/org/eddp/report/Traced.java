package org.eddp.report;

/** Says where a part of a page comes from. */
final class Traced {
    private Traced() {}

    static Html to(String command) {
        return Html.of(HtmlPage.paragraph("From:"), HtmlPage.code(command));
    }
}
