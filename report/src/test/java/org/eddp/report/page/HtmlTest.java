package org.eddp.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HtmlTest {
    @Test
    void escapesTextAndAttributesButNotMarkup() {
        Html inner = Html.tag("em", "a < b & 'c'");
        Html outer = Html.element("p", Map.of("title", "\"x\" > y"), inner, "<script>");

        assertThat(outer)
                .hasToString("<p title=\"&quot;x&quot; &gt; y\"><em>a &lt; b &amp; &#39;c&#39;</em>&lt;script&gt;</p>");
    }

    @Test
    void replacesCharactersThatXmlForbids() {
        Html html = Html.tag("p", "a\u0000b\u001bc\ud800d\ttab \ud83d\ude00");

        assertThat(html).hasToString("<p>a\ufffdb\ufffdc\ufffdd\ttab \ud83d\ude00</p>");
        Markup.parse(html.toString());
    }

    @Test
    void sortsAttributesSoThatOutputDoesNotDependOnTheMap() {
        assertThat(Html.element("a", Map.of("href", "#x", "class", "c", "id", "i")))
                .hasToString("<a class=\"c\" href=\"#x\" id=\"i\"></a>");
    }

    @Test
    void pageRefusesTwoElementsWithOneId() {
        HtmlPage page = new HtmlPage("t")
                .section("same", "One", List.of(HtmlPage.paragraph("a")))
                .section("same", "Two", List.of(HtmlPage.paragraph("b")));

        assertThatThrownBy(page::render)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("\"same\" occurs twice");
    }

    @Test
    void pageIsWellFormedAndEscapesItsHeadings() {
        String page = new HtmlPage("A & B")
                .lead(HtmlPage.paragraph("lead"))
                .section("one", "<One>", List.of(HtmlPage.code("run --x \"<y>\"")))
                .section("two", "Two", List.of(HtmlPage.details("more", HtmlPage.paragraph("hidden"))))
                .render();

        Markup.parse(page);
        assertThat(page).contains("<title>A &amp; B</title>", "<h2>&lt;One&gt;</h2>", "href=\"#two\"", "&lt;y&gt;");
    }

    @Test
    void tablesOfSentencesCanBeReadWithoutTheirHeads() {
        Table sentences = new Table("t", "caption")
                .column("what", "")
                .column("stands", "")
                .proseColumn("found", "");
        Table numbers = new Table("t", "caption")
                .column("what", "")
                .column("a", "")
                .column("b", "")
                .proseColumn("note", "");

        assertThat(sentences.html().toString()).contains("<table class=\"sentences\">");
        assertThat(numbers.html().toString()).contains("<table>");
    }

    @Test
    void tableNamesBothWidthsWhenARowDoesNotFit() {
        Table table = new Table("t", "caption").column("a", "").column("b", "what b is");

        assertThatThrownBy(() -> table.row("r", List.of(Table.Cell.of(1), Table.Cell.of(2))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("row has 3 cells, table has 2 columns");
    }

    @Test
    void tableScrollsInItsOwnContainerAndExplainsItsHeaders() {
        String table = new Table("t", "caption")
                .column("a", "")
                .column("b", "what b is")
                .row("r", List.of(Table.Cell.shaded("0.5", "#003366").strong(true)))
                .html()
                .toString();

        Markup.parse(table);
        assertThat(table)
                .contains("class=\"scroll\"", "<span class=\"explain\">what b is</span>")
                .contains("--day:#003366;--day-ink:#ffffff;--night:#", "<strong>0.5</strong>");
    }
}
