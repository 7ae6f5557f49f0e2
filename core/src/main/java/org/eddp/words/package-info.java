/**
 * Names for detectors without annotated masks: from words, by an encoder that puts pictures and texts into one space.
 *
 * <p>What a detector fires on is cut out of its pictures and embedded ({@link org.eddp.metrics.CropEmbeddings}).
 * Words come with their embeddings, or are cut into tokens ({@link org.eddp.words.Tokenizer}) and embedded by a text encoder.
 * {@link org.eddp.words.SoftWpmi} scores every word for every detector, {@link org.eddp.words.WordSearch} ranks them and asks
 * whether chance does as well, and {@link org.eddp.words.EmbeddedConcepts} measures by the same embeddings how clear, how redundant
 * and how mixed concepts are. {@link org.eddp.words.WordNames} is the content of {@code words.json};
 * {@link org.eddp.words.GivenNames}, names by hand, that of {@code given-names.json}.
 */
package org.eddp.words;
