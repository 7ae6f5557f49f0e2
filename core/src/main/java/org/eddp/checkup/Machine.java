package org.eddp.checkup;

import java.lang.management.ManagementFactory;

/** Facts about the running system. */
final class Machine {
    private Machine() {}

    /** Memory of the machine, where Java can tell; ends with a comma. */
    static String memory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? Checkup.megabytes(system.getTotalMemorySize()) + ", " + Checkup.megabytes(system.getFreeMemorySize())
                        + " of it unused, "
                : "";
    }

    static String environment(String name) {
        String value = System.getenv(name);
        return value == null ? "not set" : value;
    }
}
