/** The paper's experiments that need no further files: each makes its own data and its own network. */
package org.eddp.experiments;
