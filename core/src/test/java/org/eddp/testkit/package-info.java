/**
 * Fixtures that tests of several modules use: small networks, pictures, datasets and runs, and programs in a process of their own. The
 * test jar of this module contains this package and nothing else.
 */
package org.eddp.testkit;
