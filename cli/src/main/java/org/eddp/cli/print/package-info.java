/** Results as text for the terminal, and as pages and figures on disk. */
package org.eddp.cli.print;
