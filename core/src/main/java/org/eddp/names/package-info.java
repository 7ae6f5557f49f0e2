/** What concepts and classes are called, and how a user says which one is meant. */
package org.eddp.names;
