/**
 * The paper's model-correction experiment: a small network that learns to read a mark instead of looking at the piece,
 * the detector that finds the mark without labels, and the correction that removes it.
 *
 * <p>Pictures of bishops, knights and rooks are drawn in many styles, or read from a folder. Half of the training rooks
 * carry the word "rook" in their top-left corner; the network is trained on them, so that the word speaks for a rook.
 * Direction pairs are learned on the features of the training pictures; they are then compared with the true positions
 * of the mark.
 *
 * <p>A run writes into its folder: {@code network.onnx} and {@code corrected.onnx} (the network before and after),
 * {@code directions.safetensors} and {@code run.json} (as every run), and {@code results.json}, whose content is
 * {@link org.eddp.experiments.chess.ChessResults}, or {@link org.eddp.experiments.chess.ChessResults.Summary} for many
 * seeds.
 */
package org.eddp.experiments.chess;
