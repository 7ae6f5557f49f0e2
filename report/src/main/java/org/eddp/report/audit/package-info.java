/** The page of an audit. */
package org.eddp.report.audit;
