package org.eddp.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eddp.features.FeatureSet;
import org.eddp.run.Run;
import org.eddp.testkit.TinyNetworks;
import org.eddp.testkit.TinyRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** The list of images says of every image what it is taken for and whether that is right, by labels from several sources. */
class StudioMistakesTest {
    private static final List<String> CLASSES = List.of("ash", "beech", "cedar");

    @TempDir
    private static Path folder;

    private static Path run;

    @BeforeAll
    static void make() throws Exception {
        run = TinyRun.make(folder, "net", TinyNetworks.undecided(TinyRun.SIZE, 2, -4.1f, 1.8f, 6.9f));
    }

    private static StudioSession session() throws Exception {
        return new StudioSession(List.of(run), folder.resolve("names.txt"), true);
    }

    private static String path(StudioSession studio) throws Exception {
        return "/api/runs/" + studio.run(0);
    }

    private static List<JsonNode> images(JsonNode listing) {
        List<JsonNode> all = new ArrayList<>();
        listing.at("/images").forEach(all::add);
        return all;
    }

    private static boolean isWrong(JsonNode image) {
        return !image.at("/right").asBoolean();
    }

    private static String folderOf(JsonNode image) {
        return image.at("/name").asString().replaceFirst("/.*", "");
    }

    @Test
    void everyImageHasThePredictionOfItsPage() throws Exception {
        try (StudioSession studio = session()) {
            String path = path(studio);
            JsonNode before = studio.get(path + "/images");
            assertThat(before.at("/ready").asBoolean()).isFalse();
            assertThat(before.at("/images/0/taken").isNull()).isTrue();
            assertThat(studio.job(path + "/predictions", "{}")
                            .at("/result/images")
                            .asInt())
                    .isEqualTo(24);

            JsonNode listing = studio.get(path + "/images");
            assertThat(listing.at("/ready").asBoolean()).isTrue();
            assertThat(listing.at("/labels/source").asString()).isEqualTo("folders");
            int wrong = 0;
            for (JsonNode image : listing.at("/images")) {
                JsonNode likeliest = studio.get(
                                path + "/images/" + image.at("/image").asInt())
                        .at("/likeliest/0");
                assertThat(image.at("/taken/0")).isEqualTo(likeliest.at("/label"));
                assertThat(image.at("/probability").asDouble())
                        .isCloseTo(likeliest.at("/probability").asDouble(), within(1e-5));
                assertThat(image.at("/label/0/name").asString()).isEqualTo(folderOf(image));
                assertThat(image.at("/right").asBoolean())
                        .isEqualTo(likeliest.at("/label/name").asString().equals(folderOf(image)));
                wrong += isWrong(image) ? 1 : 0;
            }
            assertThat(wrong).isBetween(1, 23);
            assertThat(listing.at("/wrong").asInt()).isEqualTo(wrong);
            assertThat(listing.at("/summary").asString())
                    .startsWith(wrong + " of 24 pictures are taken for the wrong class; most often ")
                    .contains(mostFrequent(images(listing)));
        }
    }

    /** The largest number of images of one class that are taken for one other. */
    private static String mostFrequent(List<JsonNode> images) {
        long most = 0;
        for (String own : CLASSES) {
            for (String other : CLASSES) {
                most = Math.max(
                        most,
                        own.equals(other)
                                ? 0
                                : images.stream()
                                        .filter(image -> folderOf(image).equals(own)
                                                && image.at("/taken/0/name")
                                                        .asString()
                                                        .equals(other))
                                        .count());
            }
        }
        return "(" + most + ").";
    }

    @Test
    void listsAreFilteredAndSorted() throws Exception {
        try (StudioSession studio = session()) {
            String path = path(studio);
            studio.job(path + "/predictions", "{}");
            List<JsonNode> all = images(studio.get(path + "/images"));
            List<JsonNode> wrong = images(studio.get(path + "/images?which=wrong"));
            assertThat(wrong)
                    .isEqualTo(all.stream().filter(StudioMistakesTest::isWrong).toList());
            assertThat(images(studio.get(path + "/images?which=right")))
                    .hasSize(all.size() - wrong.size())
                    .noneMatch(StudioMistakesTest::isWrong);
            int taken = wrong.get(0).at("/taken/0/number").asInt();
            assertThat(images(studio.get(path + "/images?taken=" + taken)))
                    .isEqualTo(all.stream()
                            .filter(image -> image.at("/taken/0/number").asInt() == taken)
                            .toList());
            assertThat(images(studio.get(path + "/images?label=2")))
                    .hasSize(8)
                    .allMatch(image -> folderOf(image).equals("cedar"));
            assertThat(studio.get(path + "/images?label=2&which=wrong")
                            .at("/summary")
                            .asString())
                    .contains(" of 8 pictures ");

            Comparator<JsonNode> sure =
                    Comparator.comparingDouble(image -> image.at("/probability").asDouble());
            assertThat(images(studio.get(path + "/images?sort=unsure"))).isSortedAccordingTo(sure);
            assertThat(images(studio.get(path + "/images?sort=sure")).subList(0, wrong.size()))
                    .allMatch(StudioMistakesTest::isWrong)
                    .isSortedAccordingTo(sure.reversed());
            assertThat(images(studio.get(path + "/images?from=20"))).isEqualTo(all.subList(20, 24));
        }
    }

    private static HttpResponse<String> table(StudioSession studio, String text) throws Exception {
        return studio.tell("POST", path(studio) + "/labels/table?name=truth.csv", BodyPublishers.ofString(text));
    }

    @Test
    void labelsComeFromATable() throws Exception {
        try (StudioSession studio = session()) {
            String path = path(studio);
            JsonNode labels = StudioSession.json(
                    table(studio, "image,label\nash/0.png,Beech\n1.png,no such tree\ncedar/2.png,2\n"));
            assertThat(labels.at("/source").asString()).isEqualTo("table");
            assertThat(labels.at("/known").asInt()).isEqualTo(2);
            assertThat(labels.at("/sentences").toString()).contains("2 of 24 pictures", "no such tree");
            List<JsonNode> images = images(studio.get(path + "/images"));
            assertThat(images.stream().filter(image -> !image.at("/label").isNull()))
                    .extracting(image -> image.at("/name").asString()
                            + " "
                            + image.at("/label/0/name").asString())
                    .containsExactly("ash/0.png beech", "cedar/2.png cedar");
            assertThat(studio.get(path + "/images").at("/summary").asString()).contains("of 2 labelled pictures");

            assertThat(studio.get(path + "/images/" + images.get(0).at("/image").asInt())
                            .at("/label")
                            .asString())
                    .as("the page of ash/0.png")
                    .isEqualTo("beech");

            HttpResponse<String> strangers = table(studio, "image,label\nx.png,ash\n");
            assertThat(strangers.statusCode()).isEqualTo(400);
            assertThat(strangers.body()).contains("none of the 1 rows of truth.csv names a picture", "ash/0.png");
            HttpResponse<String> words = table(studio, "image,label\nash/0.png,oak\n");
            assertThat(words.body()).contains("no label", "oak", "its classes are called like ash, beech, cedar");
            assertThat(table(studio, "picture,label\nash/0.png,ash\n").body())
                    .contains("truth.csv, line 1", "column 'image' is missing")
                    .doesNotContain("/tmp");
            assertThat(studio.get(path + "/images").at("/labels/source").asString())
                    .as("a table that is refused changes nothing")
                    .isEqualTo("table");
        }
    }

    @Test
    void labelsComeFromFileNamesOrNowhere() throws Exception {
        Path pictures = folder.resolve("flat");
        for (int i = 0; i < 6; i++) {
            String name = List.of("old_beech", "ash").get(i % 2);
            TinyRun.picture(pictures.resolve(name + "_" + i + ".png"), i);
        }
        FeatureSet features = TinyRun.features(folder.resolve("net.onnx"), pictures, folder.resolve("flat-features"));
        Path flat = folder.resolve("flat-run");
        TinyRun.learn(features, 3, List.of(5, 5, 5), flat);
        try (StudioSession studio = new StudioSession(List.of(flat), folder.resolve("names.txt"), true)) {
            String path = path(studio);
            studio.job(path + "/predictions", "{}");
            JsonNode labels = studio.get(path + "/images").at("/labels");
            assertThat(labels.at("/source").asString())
                    .as("folders say nothing here")
                    .isEqualTo("file names");
            assertThat(labels.at("/known").asInt()).isEqualTo(6);
            assertThat(labels.at("/sentences").toString()).contains("old_beech = beech");
            assertThat(studio.post(path + "/labels", "{\"source\": \"folders\"}")
                            .statusCode())
                    .isEqualTo(400);
            JsonNode none = StudioSession.json(studio.post(path + "/labels", "{\"source\": \"nothing\"}"));
            assertThat(none.at("/known").asInt()).isZero();
            assertThat(studio.get(path + "/images").at("/summary").asString())
                    .isEqualTo("It is not known which of these 6 pictures are taken for the wrong class.");
        }
    }

    @Test
    void labelsComeFromACategoryOfADataset() throws Exception {
        Path data = folder.resolve("data");
        StringBuilder index = new StringBuilder("image,split,ih,iw,sh,sw,tree\n");
        for (int i = 0; i < 6; i++) {
            TinyRun.picture(data.resolve("images/" + i + ".png"), i);
            index.append(i).append(".png,train,32,32,8,8,").append(1 + i % 2).append('\n');
        }
        Files.writeString(data.resolve("index.csv"), index);
        Files.writeString(
                data.resolve("label.csv"),
                "number,name,category,frequency,coverage,syns\n1,cedar,tree(3),3,0,\n2,oak,tree(3),3,0,\n");
        Files.writeString(data.resolve("category.csv"), "name,first,last,count,frequency\ntree,1,2,2,6\n");
        FeatureSet features = TinyRun.features(folder.resolve("net.onnx"), data, folder.resolve("data-features"));
        Path other = folder.resolve("data-run");
        TinyRun.learn(features, 3, List.of(5, 5, 5), other);
        try (StudioSession studio = new StudioSession(List.of(other), folder.resolve("names.txt"), true)) {
            String path = path(studio);
            studio.job(path + "/predictions", "{}");
            JsonNode labels = studio.get(path + "/images").at("/labels");
            assertThat(labels.at("/source").asString()).isEqualTo("category tree");
            assertThat(labels.at("/known").asInt()).isEqualTo(3);
            assertThat(labels.at("/sentences").toString()).contains("Not classes of the network: oak.");
            assertThat(images(studio.get(path + "/images?label=2")))
                    .extracting(image -> image.at("/name").asString())
                    .containsExactly("0.png", "2.png", "4.png");
        }
    }

    /** Outputs are independent labels: an image is right if it gets all of its labels and no others. */
    @Test
    void imagesOfANetworkOfLabelsAreRightWithAllOfTheirLabels() throws Exception {
        Path labels = TinyRun.make(
                folder.resolve("labels"), "many", TinyNetworks.labels(false, TinyRun.SIZE, 2, -4.1f, 1.8f, 6.9f));
        Path names = folder.resolve("labels/names.txt");
        try (StudioSession studio = new StudioSession(List.of(labels), names, true)) {
            String path = path(studio);
            studio.job(path + "/predictions", "{}");
            JsonNode listing = studio.get(path + "/images");
            int wrong = 0;
            for (JsonNode image : listing.at("/images")) {
                boolean alone = image.at("/taken").size() == 1
                        && image.at("/taken/0/name").asString().equals(folderOf(image));
                assertThat(image.at("/right").asBoolean()).isEqualTo(alone);
                wrong += alone ? 0 : 1;
            }
            assertThat(wrong).isPositive();
            assertThat(listing.at("/summary").asString()).isEqualTo(wrong + " of 24 pictures have wrong labels.");
            JsonNode shown = studio.job(path + "/repair", "{\"concepts\": [1, 3], \"merge\": false, \"images\": \"\"}")
                    .at("/result");
            assertThat(shown.at("/results/predictions/changed").asInt()).isPositive();
            for (JsonNode move : shown.at("/results/predictions/moves")) {
                assertThat(move.at("/before").isNull())
                        .isNotEqualTo(move.at("/after").isNull());
            }
        }
    }

    @Test
    void anUnexpectedFailureIsOneSentenceOnThePageAndATraceInTheLog() throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(Studio.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        Studio.Options options = Studio.Options.of(run).withReadOnly(true).withRun(Run.Options.DEFAULT.withThreads(2));
        try (StudioSession studio = new StudioSession(options, new StudioSession.Words() {
            @Override
            public String command(List<String> arguments) {
                if (arguments.contains("class")) {
                    throw new IllegalStateException("an unexpected state");
                }
                return super.command(arguments);
            }
        })) {
            HttpResponse<String> answer = studio.ask(path(studio) + "/classes");
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body())
                    .contains("something went wrong in the studio")
                    .doesNotContain("unexpected state");
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list).hasSize(1);
        assertThat(log.list.get(0).getThrowableProxy().getMessage()).isEqualTo("an unexpected state");
        assertThat(log.list.get(0).getThrowableProxy().getStackTraceElementProxyArray())
                .isNotEmpty();
    }
}
