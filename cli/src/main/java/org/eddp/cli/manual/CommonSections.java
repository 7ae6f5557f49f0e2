package org.eddp.cli.manual;

/** Sections that are the same on every page: exit codes and environment variables. */
final class CommonSections {
    private CommonSections() {}

    static void describe(Roff page) {
        page.section("EXIT STATUS")
                .item("0", "Success.")
                .item("1", "Failed; one message says why.")
                .item("2", "Wrong usage.")
                .item("130, 143", "Stopped with Ctrl-C, or by kill.");
        page.section("ENVIRONMENT")
                .item("EDDP_HEAP", "Java heap, 2g if not set; tensors live outside it.")
                .item("EDDP_JAVA_OPTS", "Further options for the JVM, split at spaces.")
                .item("EDDP_DEBUG", "If set, failures print their stack traces.")
                .item("EDDP_TRIAL_SECONDS", "Processor time that the first run of a network may take, 60 if not set.")
                .item("EDDP_TRIAL_MEGABYTES", "Memory that it may take, 4096 if not set.")
                .item("EDDP_SKIP_BUILD", "If 1, the launcher of the sources runs the last build.")
                .item("JAVA_HOME", "The Java to run with, 17 or newer.");
    }
}
