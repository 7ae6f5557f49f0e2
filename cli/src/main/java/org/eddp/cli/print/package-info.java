/** Text and pages that commands of several packages write. */
package org.eddp.cli.print;
