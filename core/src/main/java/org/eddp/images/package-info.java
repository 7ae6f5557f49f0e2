/** Pictures: where they are, how they are decoded, and how they become the tensors a network takes. */
package org.eddp.images;
