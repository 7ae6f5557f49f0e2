/** The zip as somebody gets it who downloads it. */
package org.eddp.distribution;
