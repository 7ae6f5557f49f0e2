/** Names of concepts and classes, and their lookup. */
package org.eddp.names;
