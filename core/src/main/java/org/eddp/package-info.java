/** {@code eddp}: encoding-decoding direction pairs of deep vision networks. */
package org.eddp;
