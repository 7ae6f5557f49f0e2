/** The page of two networks that were compared. */
package org.eddp.report.diff;
