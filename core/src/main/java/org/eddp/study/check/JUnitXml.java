package org.eddp.study.check;

import java.io.StringWriter;
import java.nio.file.Path;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.eddp.files.AtomicFile;

/** A check as a JUnit report, which build servers show as tests: a rule is a test case. */
public final class JUnitXml {
    private JUnitXml() {}

    /** Writes the report, atomically. */
    public static void write(Path file, CheckResults results) {
        AtomicFile.writeString(file, text(results));
    }

    static String text(CheckResults results) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "eddp check " + printable(results.run()));
            xml.writeAttribute("tests", String.valueOf(results.findings().size()));
            xml.writeAttribute("failures", String.valueOf(results.count(CheckResults.Status.VIOLATED)));
            xml.writeAttribute("errors", String.valueOf(results.count(CheckResults.Status.UNCHECKED)));
            for (CheckResults.Finding finding : results.findings()) {
                testCase(xml, finding);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("writing to memory failed", e);
        }
        return text + "\n";
    }

    private static void testCase(XMLStreamWriter xml, CheckResults.Finding finding) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "eddp.policy");
        xml.writeAttribute("name", printable(finding.rule()));
        if (finding.status() == CheckResults.Status.HELD) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(printable(finding.detail()));
        } else {
            xml.writeStartElement(finding.status() == CheckResults.Status.VIOLATED ? "failure" : "error");
            xml.writeAttribute("message", printable(finding.detail()));
        }
        xml.writeEndElement();
        xml.writeEndElement();
    }

    /** XML allows only a few of the control characters that names of files may contain. */
    private static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}\\p{Cs}\\uFFFE\\uFFFF]", "?");
    }
}
