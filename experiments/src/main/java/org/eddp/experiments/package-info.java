/** The paper's experiments that need nothing but this program: each makes its own data and its own network. */
package org.eddp.experiments;
