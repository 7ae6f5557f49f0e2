package org.eddp.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditOptions;
import org.eddp.audit.AuditSubject;
import org.eddp.audit.Auditor;
import org.eddp.features.FeatureSet;
import org.eddp.features.Head;
import org.eddp.files.FolderLock;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.run.StoredStatistics;
import org.eddp.study.view.ImageLabels;
import org.eddp.tensor.Scope;

/** Which concepts the network of a run relies on although they look like artefacts of the pictures. */
public final class AuditStudy {
    private AuditStudy() {}

    /**
     * Options of the audit.
     *
     * @param labels where true classes come from: one of {@link ImageLabels#sources}, or the path of a table with the
     *     columns image and label; null without labels
     * @param audit how thoroughly the run is audited
     */
    public record Options(String labels, AuditOptions audit) {
        /** Without labels, as thoroughly as usual. */
        public static final Options DEFAULT = new Options(null, AuditOptions.DEFAULT);

        /** The same with labels. */
        public Options withLabels(String source) {
            return new Options(source, audit);
        }

        /** The same, more or less thoroughly. */
        public Options withAudit(AuditOptions other) {
            return new Options(labels, other);
        }
    }

    /** Audits a run and writes the result into it. */
    public static Audit run(Run run, Options options, Monitor monitor) {
        try (FolderLock lock = run.writing()) {
            Audit audit = measure(run, options, monitor);
            run.write(Results.AUDIT, audit, run.options().command());
            return audit;
        }
    }

    /** The same without writing anything. */
    public static Audit measure(Run run, Options options, Monitor monitor) {
        FeatureSet set = run.features();
        set.outputs().requireDecisions(run.provenance().network());
        ImageLabels labels = labels(run, options.labels());
        try (Scope scope = Scope.open();
                Monitor.Stage stage = monitor.stage("audit", 1000)) {
            Head head = set.readout()
                    .map(readout -> Head.of(readout, set.grid()))
                    .orElseGet(() -> run.network().head(set));
            if (head.linear().isEmpty()) {
                monitor.remark(
                        "the head is more than pooling and one linear layer: concepts are taken out and planted in a"
                                + " sample of at most " + options.audit().sample() + " pictures");
            }
            List<String> names =
                    set.records().stream().map(FeatureSet.ImageRecord::name).toList();
            return Auditor.of(
                    new AuditSubject(
                            run.directions(),
                            StoredStatistics.of(run, false, monitor),
                            set,
                            head,
                            run.provenance().activation(),
                            run.conceptNames().all().stream()
                                    .map(concept -> new Named(
                                            concept.number(), concept.called().orElse(null)))
                                    .toList(),
                            set.info().classes(),
                            run.classNames()::of,
                            names,
                            set.predictions(),
                            labels == null ? null : labels.classes(),
                            labels == null ? null : labels.source()),
                    options.audit(),
                    run.options().command(),
                    run.digest(),
                    run.workers(),
                    stage);
        }
    }

    private static ImageLabels labels(Run run, String source) {
        if (source == null) {
            return null;
        }
        return Files.isRegularFile(Path.of(source))
                ? ImageLabels.of(run, Path.of(source))
                : ImageLabels.of(run, source);
    }
}
