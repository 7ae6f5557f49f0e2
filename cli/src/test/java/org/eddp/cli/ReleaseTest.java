package org.eddp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.eddp.files.Version;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What repositories of libraries and their users need to find in the POMs. */
class ReleaseTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> LIBRARIES =
            List.of("core", "report", "experiments", "bench", "studio", "spark", "cli");

    private static Document pom(String module) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(ROOT.resolve(module).resolve("pom.xml").toFile());
    }

    private static String text(Document pom, String path) throws Exception {
        return xpath().evaluate(path, pom).strip();
    }

    private static XPath xpath() {
        return XPathFactory.newInstance().newXPath();
    }

    @Test
    void thePomSaysWhoWhatAndWhere() throws Exception {
        for (String module : List.of(".", "bom")) {
            Document pom = pom(module);
            for (String element : List.of(
                    "name",
                    "description",
                    "url",
                    "licenses/license/url",
                    "organization/name",
                    "developers/developer/name",
                    "scm/connection",
                    "scm/developerConnection",
                    "scm/url",
                    "scm/tag")) {
                assertThat(text(pom, "/project/" + element))
                        .as(module + ": " + element)
                        .isNotEmpty();
            }
            assertThat(text(pom, "/project/scm/tag")).isEqualTo("v" + Version.current());
        }
        for (String module : LIBRARIES) {
            assertThat(text(pom(module), "/project/description")).as(module).isNotEmpty();
            assertThat(text(pom(module), "/project/properties/automatic.module.name"))
                    .startsWith("org.eddp");
        }
    }

    @Test
    void theBomHasEveryPartInItsVersion() throws Exception {
        Document bom = pom("bom");
        assertThat(text(bom, "/project/version")).isEqualTo(Version.current());
        assertThat(text(bom, "count(/project/parent)"))
                .as("who imports it gets nothing else")
                .isEqualTo("0");
        Map<String, List<String>> managed = managed(bom);
        for (String module : LIBRARIES) {
            assertThat(managed).containsKey("eddp-" + module);
        }
        for (String library : List.of("javacpp", "openblas", "pytorch")) {
            assertThat(managed.get(library)).containsExactly("linux-x86_64", "macosx-arm64", "windows-x86_64");
            String property = "/project/properties/" + library + ".version";
            assertThat(text(bom, property)).isNotEmpty().isEqualTo(text(pom("."), property));
        }
    }

    /** The project that users copy has the versions of this one. */
    @Test
    void theExampleProjectHasTheCurrentVersions() throws Exception {
        Document example = pom("docs/examples/release-gate");
        assertThat(text(example, "/project/properties/eddp.version")).isEqualTo(Version.current());
        assertThat(text(example, "/project/properties/junit.version"))
                .isNotEmpty()
                .isEqualTo(text(pom("."), "/project/properties/junit.version"));
        Map<String, List<String>> managed = managed(pom("bom"));
        for (String library : List.of("javacpp", "openblas", "pytorch")) {
            assertThat(text(example, "count(//dependency[artifactId='" + library + "' and classifier])"))
                    .isEqualTo("1");
            assertThat(managed.get(library)).contains(text(example, "/project/properties/javacpp.platform"));
        }
    }

    /** Classifiers of every managed library, by its name. */
    private static Map<String, List<String>> managed(Document pom) throws Exception {
        NodeList all = (NodeList)
                xpath().evaluate("/project/dependencyManagement/dependencies/dependency", pom, XPathConstants.NODESET);
        Map<String, List<String>> found = new TreeMap<>();
        for (int k = 0; k < all.getLength(); k++) {
            found.computeIfAbsent(xpath().evaluate("artifactId", all.item(k)), name -> new ArrayList<>())
                    .add(xpath().evaluate("classifier", all.item(k)));
        }
        return found;
    }

    /** Who uses a library chooses the native libraries of a platform; the command line has those of one. */
    @Test
    void noLibraryForcesNativeLibrariesUponItsUsers() throws Exception {
        for (String module : List.of(".", "core", "report", "experiments", "bench", "studio", "spark")) {
            assertThat(text(pom(module), "count(/project/dependencies/dependency[classifier and not(scope='test')])"))
                    .as(module)
                    .isEqualTo("0");
        }
        assertThat(text(pom("cli"), "count(/project/dependencies/dependency[classifier and scope='runtime'])"))
                .isEqualTo("3");
    }

    /** Users who do not need Spark do not get it: neither the program nor the download depends on the Spark module. */
    @Test
    void sparkIsNoPartOfTheProgram() throws Exception {
        for (String module : List.of("core", "report", "experiments", "bench", "studio", "cli", "distribution")) {
            assertThat(text(
                            pom(module),
                            "count(//dependency[contains(artifactId,'spark') or contains(groupId,'spark')])"))
                    .as(module)
                    .isEqualTo("0");
        }
        assertThat(text(
                        pom("spark"),
                        "count(/project/dependencies/dependency[contains(groupId,'apache')"
                                + " and scope!='provided' and scope!='test'])"))
                .isEqualTo("0");
    }

    @Test
    void theChangelogHasTheVersion() throws IOException {
        assertThat(Files.readString(ROOT.resolve("CHANGELOG.md")))
                .contains("## [" + Version.current().replace("-SNAPSHOT", "") + "]");
    }
}
