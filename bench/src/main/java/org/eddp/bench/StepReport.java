package org.eddp.bench;

import java.util.Locale;

/**
 * The result of {@link StepBenchmark}.
 *
 * @param size of the step
 * @param threads threads of both implementations
 * @param repetitions measurements of each
 * @param plain the step on automatic differentiation
 * @param tiled the step that learning uses
 * @param speedup seconds of the plain step over seconds of the tiled one
 * @param memoryShare peak of the tiled step over peak of the plain one, or null if unknown
 * @param productShare share of the tiled step's thread time (threads times wall time) spent in dense matrix products
 * @param sparseShare the same for the sums over patches on which a detector fires, which are products with a sparse
 *     matrix
 * @param sparseOperations multiplications and additions of these sums per step
 * @param productsAlone time of the products over the data alone, on the same threads
 * @param activeShare share of (patch, concept) pairs where the detector fires
 * @param valueDifference largest difference of a loss between the two, relative to the loss
 * @param gradientDifference largest difference of a gradient, relative to the largest gradient
 */
public record StepReport(
        StepBenchmark.Size size,
        int threads,
        int repetitions,
        Side plain,
        Side tiled,
        double speedup,
        Double memoryShare,
        double productShare,
        double sparseShare,
        double sparseOperations,
        Side productsAlone,
        double activeShare,
        double valueDifference,
        double gradientDifference) {

    /** Differences of losses up to this count as the same number in single precision. */
    public static final double VALUE_TOLERANCE = 1e-3;

    private static final String ROW = "%-8s %11s %24s %11s %14s";

    /**
     * One implementation.
     *
     * @param seconds per step, median
     * @param fastest seconds per step
     * @param slowest seconds per step
     * @param cpuSeconds processor time of all threads per step, median; more reliable than seconds on a busy machine
     * @param peakBytes peak memory of one step above what was resident before, or null if unknown
     */
    public record Side(double seconds, double fastest, double slowest, double cpuSeconds, Long peakBytes) {}

    /** Whether both implementations gave the same losses. */
    public boolean agree() {
        return valueDifference <= VALUE_TOLERANCE;
    }

    /** The report as a table. */
    public String table() {
        StringBuilder out = new StringBuilder();
        line(
                out,
                "%s: %d images x %d patches, D = %d, I = %d, K = %d; %d threads, %d repetitions",
                size.name(),
                size.images(),
                size.grid().cells(),
                size.width(),
                size.concepts(),
                size.classes(),
                threads,
                repetitions);
        line(out, ROW, "step", "median", "fastest .. slowest", "processor", "peak memory");
        row(out, "plain", plain);
        row(out, "tiled", tiled);
        row(out, "products", productsAlone);
        String memory = memoryShare == null
                ? "memory not available"
                : memoryShare == 0
                        ? "memory too little to measure"
                        : String.format(Locale.ROOT, "%.1fx less memory", 1 / memoryShare);
        line(
                out,
                "tiled: %.1fx faster, %.1fx less processor time, %s",
                speedup,
                plain.cpuSeconds() / tiled.cpuSeconds(),
                memory);
        line(
                out,
                "tiled: %.0f %% of thread time in dense matrix products, %.0f %% with sparse ones (%.2g GFLOP);"
                        + " %.2f times as long as its dense products alone (%.2f in processor time)",
                100 * productShare,
                100 * (productShare + sparseShare),
                sparseOperations / 1e9,
                tiled.seconds() / productsAlone.seconds(),
                tiled.cpuSeconds() / productsAlone.cpuSeconds());
        line(out, "detectors fire on %.2g %% of all (patch, concept) pairs", 100 * activeShare);
        line(
                out,
                "losses %s: largest relative difference %.1e (gradients %.1e)",
                agree() ? "agree" : "DIFFER",
                valueDifference,
                gradientDifference);
        return out.toString();
    }

    private static void row(StringBuilder out, String name, Side side) {
        String peak = side.peakBytes() == null ? "-" : size(side.peakBytes());
        String range = time(side.fastest()) + " .. " + time(side.slowest());
        line(out, ROW, name, time(side.seconds()), range, time(side.cpuSeconds()), peak);
    }

    private static String size(long bytes) {
        return bytes >= 1_000_000_000
                ? String.format(Locale.ROOT, "%.2f GB", bytes / 1e9)
                : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }

    private static String time(double seconds) {
        return seconds >= 1
                ? String.format(Locale.ROOT, "%.2f s", seconds)
                : String.format(Locale.ROOT, "%.3f ms", seconds * 1e3);
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
