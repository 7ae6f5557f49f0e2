/** Progress and stopping: callers of long-running work watch it through a {@link org.eddp.monitor.Monitor}. */
package org.eddp.monitor;
