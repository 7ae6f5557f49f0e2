/**
 * Names for detectors without annotated masks: from words, by an encoder that embeds pictures and texts in one space.
 *
 * <p>Crops on which a detector fires are embedded ({@link org.eddp.metrics.Monosemanticity.CropEmbeddings}). Words come with their
 * embeddings, or are cut into tokens ({@link org.eddp.words.Tokenizer}) and embedded by a text encoder.
 * {@link org.eddp.words.SoftWpmi} scores every word for every detector, {@link org.eddp.words.WordSearch} ranks them
 * and tests against chance, and {@link org.eddp.words.EmbeddedConcepts} measures by the same embeddings how clear, how
 * redundant and how mixed concepts are. {@link org.eddp.words.WordNames} is the content of {@code words.json};
 * {@link org.eddp.words.GivenNames}, names by hand, that of {@code given-names.json}.
 */
package org.eddp.words;
