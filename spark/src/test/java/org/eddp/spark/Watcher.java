package org.eddp.spark;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageCompleted;
import scala.jdk.javaapi.CollectionConverters;

/** What Spark's web page would show of some work. */
final class Watcher extends SparkListener {
    private final List<String> described = new CopyOnWriteArrayList<>();
    private final Map<String, Object> counted = new ConcurrentHashMap<>();

    static Watcher of(SparkContext context, Runnable work) {
        Watcher watcher = new Watcher();
        context.addSparkListener(watcher);
        try {
            work.run();
            context.listenerBus().waitUntilEmpty();
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        } finally {
            context.removeSparkListener(watcher);
        }
        return watcher;
    }

    /** Descriptions of the jobs. */
    List<String> described() {
        return described;
    }

    /** Values of the accumulators of all stages. */
    Map<String, Object> counted() {
        return counted;
    }

    @Override
    public void onJobStart(SparkListenerJobStart job) {
        String text = job.properties().getProperty("spark.job.description");
        described.add(text == null ? "" : text);
    }

    @Override
    public void onStageCompleted(SparkListenerStageCompleted stage) {
        CollectionConverters.asJava(stage.stageInfo().accumulables())
                .values()
                .forEach(known -> counted.put(known.name().get(), known.value().get()));
    }
}
