/**
 * Directions from elsewhere: dictionaries of sparse autoencoders, probes and factorisations that other programs
 * trained, as direction pairs.
 *
 * <p>{@link org.eddp.dictionaries.DictionaryFormat} finds encoder, biases and decoder in a file and makes a
 * {@link org.eddp.dictionaries.Dictionary} of them: linear readings of the features with thresholds, and directions
 * that are written. {@link org.eddp.dictionaries.DictionaryDirections} turns it into
 * {@link org.eddp.directions.Directions}; missing parts (thresholds, signal vectors, mean) are derived from the
 * features, with a remark.
 *
 * <p>Plain named arrays are looked for under the names that are in use:
 *
 * <pre>
 * encoder        W_enc, encoder.weight, W, filters, ...    D x I or I x D
 * encoder bias   b_enc, encoder.bias, ...                  I, added to w.x
 * decoder        W_dec, decoder.weight, dictionary, ...    I x D or D x I
 * decoder bias   b_dec, decoder.bias, pre_bias, ...        D, only used where the encoder subtracts it
 * thresholds     threshold, log_threshold, ...             I, a unit fires above it
 * </pre>
 */
package org.eddp.dictionaries;
