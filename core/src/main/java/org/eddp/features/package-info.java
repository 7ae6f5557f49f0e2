/** Features: the patches of many images, as rows, in memory. */
package org.eddp.features;
