/** Numbers that say how good directions are. */
package org.eddp.metrics;
