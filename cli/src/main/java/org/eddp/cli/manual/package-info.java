/** The help of the commands as manual pages for {@code man}. */
package org.eddp.cli.manual;
