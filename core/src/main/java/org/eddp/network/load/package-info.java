/**
 * Loading a network of whatever format: {@link org.eddp.network.load.Networks} looks into the file and asks the package that
 * knows its format. It stands above those packages so that they and the interfaces they implement do not know each other in
 * a circle.
 */
package org.eddp.network.load;
