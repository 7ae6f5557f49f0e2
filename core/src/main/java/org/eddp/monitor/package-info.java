/** Progress and stopping: whoever waits for long work watches it through a {@link org.eddp.monitor.Monitor}. */
package org.eddp.monitor;
