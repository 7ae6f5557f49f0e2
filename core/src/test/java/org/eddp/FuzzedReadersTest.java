package org.eddp;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every class that reads files has a fuzz test. This test fails for a new reader until it has one and is listed here. */
class FuzzedReadersTest {
    /** Classes that read files, and what fuzzes them. */
    private static final Map<String, String> TARGETS = new TreeMap<>();

    static {
        fuzzedBy(
                "files.arrays.SafetensorsFuzz",
                "files.arrays.SafetensorsFile",
                "study.NetworkCheck"); // the file only; what it compares with a network's results is not fuzzed
        fuzzedBy("files.json.JsonFuzz", "files.json.Json");
        fuzzedBy("files.json.CsvFuzz", "files.json.Csv", "files.json.Csv$Table");
        fuzzedBy("files.LockHolderFuzz", "files.LockHolder");
        fuzzedBy(
                "dictionaries.DictionaryFuzz",
                "files.python.PythonArrays",
                "files.python.NpyFile",
                "files.python.ArrayArchive",
                "dictionaries.SaevDictionary");
        fuzzedBy("features.ImagePlanFuzz", "features.ImagePlan");
        fuzzedBy("files.json.CircumstancesFuzz", "files.json.Circumstances");
        fuzzedBy("words.WordsFuzz", "words.WordList", "words.GivenNames");
        fuzzedBy("study.FirstLookFuzz", "study.FirstLook");
        fuzzedBy("study.check.PolicyFuzz", "study.check.Policy");
        fuzzedBy("study.view.ImageLabelsFuzz", "study.view.ImageLabels");
        fuzzedBy("words.TokenizerFuzz", "words.Tokenizer");
        fuzzedBy("names.ClassNamesFuzz", "names.ClassNames");
        fuzzedBy("images.decode.ImageFuzz", "images.source.ImageContent");
        fuzzedBy("images.source.TarFuzz", "images.source.TarArchive");
        fuzzedBy("images.input.PreprocessingConfigFuzz", "images.input.PreprocessingConfig");
        fuzzedBy("images.source.ImageListFuzz", "images.source.FileList", "images.source.DatasetImages");
        fuzzedBy("labels.DatasetFuzz", "labels.LabelTable", "labels.CategoryTable", "labels.IndexTable");
        fuzzedBy("labels.CountsFuzz", "study.measure.PartFile");
        fuzzedBy(
                "features.FeatureSetFuzz",
                "features.FeatureSet",
                "features.ShardFiles",
                "features.ExtraTokens",
                "features.ReadoutFile",
                "features.FeatureMerge",
                "features.FeatureExtraction");
        fuzzedBy(
                "run.ResultFuzz",
                "run.RunFile",
                "run.RunRequest",
                "run.ResultLog",
                "run.Result",
                "run.Results",
                "run.RunInProgress",
                "directions.Directions",
                "metrics.Metrics",
                "influence.Influence",
                "intervene.ConceptStatistics");
        fuzzedBy("network.onnx.execution.OnnxFuzz", "network.onnx.file.Model", "network.onnx.file.ExternalData");
        fuzzedBy("network.torch.TorchArchiveFuzz", "network.torch.TorchArchive$FileSource");
        fuzzedBy("network.torch.script.ScriptArchiveFuzz", "network.torch.script.ScriptFile");
    }

    /** They open files and take no structure from what is in them. */
    private static final Set<String> NO_READERS = Set.of(
            "files.AtomicFile", // writes
            "files.Digests", // any bytes
            "files.FolderLock", // locks
            "files.Folders", // records of settings, by Json
            "files.LocalCopies", // copies
            "files.Inputs", // opens, for the readers of its package
            "features.NumberFile", // writes
            "tensor.CacheLock", // locks
            "network.load.Networks"); // compares the first bytes with those of known kinds

    private static final Map<String, Set<String>> READING = Map.of(
            "java.nio.file.Files",
            Set.of("newInputStream", "readAllBytes", "readString", "readAllLines", "lines", "newBufferedReader"),
            "java.nio.channels.FileChannel",
            Set.of("open"),
            "java.util.zip.ZipFile",
            Set.of("<init>"),
            "java.io.FileInputStream",
            Set.of("<init>"),
            "java.io.RandomAccessFile",
            Set.of("<init>"),
            "org.eddp.files.Inputs",
            Set.of("open", "stream", "lines"),
            "org.eddp.files.json.Json",
            Set.of("read", "readTolerantly", "readTree"),
            "org.eddp.files.json.Csv",
            Set.of("read", "readWithComments"),
            "org.eddp.files.json.Csv$Table",
            Set.of("read"),
            "org.eddp.files.arrays.SafetensorsFile",
            Set.of("read"));

    private static void fuzzedBy(String target, String... readers) {
        for (String reader : readers) {
            TARGETS.put(reader, target);
        }
    }

    @Test
    void everyReaderHasATarget() {
        Set<String> readers = new TreeSet<>();
        for (JavaClass type :
                new ClassFileImporter(Set.of(new ImportOption.DoNotIncludeTests())).importPackages("org.eddp")) {
            if (type.getAccessesFromSelf().stream().anyMatch(FuzzedReadersTest::reads)) {
                readers.add(type.getName().substring("org.eddp.".length()));
            }
        }
        readers.removeAll(NO_READERS);
        assertThat(readers).isEqualTo(TARGETS.keySet());
    }

    @Test
    void everyTargetExists() throws ClassNotFoundException {
        for (String target : new TreeSet<>(TARGETS.values())) {
            assertThat(Class.forName("org.eddp." + target, false, getClass().getClassLoader()))
                    .isNotNull();
        }
    }

    private static boolean reads(JavaAccess<?> access) {
        return READING.getOrDefault(access.getTargetOwner().getName(), Set.of()).contains(access.getName());
    }
}
