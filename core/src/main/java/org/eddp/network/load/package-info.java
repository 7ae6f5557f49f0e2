/**
 * Loading a network of any format: {@link org.eddp.network.load.Networks} looks into the file and calls the package of
 * its format. This package is separate so that the formats and the interfaces that they implement have no cyclic
 * dependencies.
 */
package org.eddp.network.load;
