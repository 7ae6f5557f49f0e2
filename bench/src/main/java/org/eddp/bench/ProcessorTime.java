package org.eddp.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Processor time in nanoseconds, which is more reliable than time on a busy machine. */
final class ProcessorTime {
    private ProcessorTime() {}

    /** Nanoseconds that all threads of this process have used so far. */
    static long ofProcess() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** Nanoseconds that the calling thread has used so far. */
    static long ofThread() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
