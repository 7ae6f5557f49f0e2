package org.eddp.studio;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.eddp.features.FeatureSet;
import org.eddp.files.FolderLock;
import org.eddp.learning.LearningMonitor.Step;
import org.eddp.monitor.Monitor.Stopped;
import org.eddp.run.RunRequest;
import org.eddp.study.Extraction;
import org.eddp.study.Learning;
import org.eddp.study.Learning.LearningWatch;

/** Makes a run in the background, by the same calls as the commands that the page shows. */
final class RunCreation implements LearningWatch {
    private static final long STATUS_NANOS = 200_000_000;

    private final RunPlan plan;
    private final LossHistory losses;
    private volatile Jobs.Job job;
    private volatile String stopped;
    private long began;
    private long seen;
    private long statusAt;
    private double first = -1;
    private double share;

    /** @param before the same run before it was stopped; null if it was not */
    RunCreation(RunPlan plan, RunCreation before) {
        this.plan = plan;
        losses = before == null ? new LossHistory() : before.losses;
    }

    RunPlan plan() {
        return plan;
    }

    /** The losses so far. */
    LossHistory.Shown losses() {
        return losses.shown();
    }

    /** Why it was stopped; null if it was not. */
    String stopped() {
        return stopped;
    }

    Jobs.Job job() {
        return job;
    }

    void begin(Jobs jobs, RunTemplate.Pages pages, Supplier<String> finished) {
        job = jobs.start(monitor -> make((Jobs.Job) monitor, pages, finished));
    }

    /** @param finished makes the run known, and gives its id */
    private Jobs.Outcome make(Jobs.Job own, RunTemplate.Pages pages, Supplier<String> finished) {
        job = own;
        Path folder = plan.folder();
        try (FolderLock lock = FolderLock.take(folder)) {
            FeatureSet set = Extraction.run(plan.network(), plan.images(), plan.features(), plan.extraction(), this);
            Learning.Result result = Learning.learn(set, folder, plan.learning(), this);
            losses.end(result.learned().curves());
            pages.write(folder, set, result, plan.request().command());
            RunRequest.forget(folder);
        } catch (Learning.NotBegun e) {
            stopped = "stopped before anything was learned; features are kept";
            throw e;
        } catch (Stopped e) {
            stopped = e.getMessage();
            throw e;
        }
        String id = finished.get();
        return () -> id;
    }

    /** Remaining seconds of the current part; null while unknown. */
    synchronized Double secondsLeft() {
        return first < 0 || share <= first ? null : (Double) ((seen - began) / 1e9 * (1 - share) / (share - first));
    }

    @Override
    public void onResume(List<Step> before) {
        losses.begin(before);
    }

    @Override
    public void onStep(Step step) {
        losses.add(step);
    }

    @Override
    public void onProgress(long done, long total) {
        job.onProgress(done, total);
        synchronized (this) {
            seen = System.nanoTime();
            share = total == 0 ? 0 : (double) done / total;
            if (first < 0) {
                first = share;
                began = seen;
            }
        }
    }

    @Override
    public void onProgress(long done, long total, Supplier<String> words) {
        onProgress(done, total);
        if (seen - statusAt > STATUS_NANOS) { // the text costs more than a step of a small network
            statusAt = seen;
            job.onProgress(done, total, words);
        }
    }

    @Override
    public Stage stage(String name, long total) {
        job.stage(name, total);
        synchronized (this) {
            first = -1;
            share = 0;
        }
        return LearningWatch.super.stage(name, total);
    }

    @Override
    public void remark(String text) {
        job.remark(text);
    }

    @Override
    public boolean stopRequested() {
        return job.stopRequested();
    }
}
