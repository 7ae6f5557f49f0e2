/**
 * Explanations of predictions: by removal, which is the default, and by the paper's decomposition.
 *
 * <p>By removal, the contribution of a concept is the fall of the logit of the class when the concept alone is written
 * to its {@linkplain org.eddp.explain.ConceptRemoval.TypicalAbsence typical absence}, where its detector fires and on the patches
 * beside it. X' is the picture without all concepts that fire in it: l_c(X) = l_c(X') + sum of the contributions +
 * interaction, through any head. {@link org.eddp.explain.RemovalVerdict} expresses this in words.
 *
 * <p>The paper's decomposition (section "Local Explanations" of the paper) splits the explanation logit of a class
 * exactly into concepts. The explanation logit l_e = l_c(X) - l_c(X_bm) compares the image with a baseline at which all
 * detectors are undecided: X_bc = X moved along the signal vectors until w_i.x = b_i for all i, X_bm = act(X_bc).
 * Written in concepts it is
 *
 * <pre>
 * l_e = sample - baseline + correction + residual
 * v            = (W^T S)^+ (W^T x - b), at X and (v^b) at X_bm
 * vhat_i       = (w_i.x - b_i) / (w_i.s_i), likewise
 * sample_i     = E_p[w_c.s_i vhat_i]
 * baseline_i   = E_p[w_c.s_i vhat^b_i]
 * correction_i = E_p[w_c.s_i ((v_i - vhat_i) - (v^b_i - vhat^b_i))]
 * residual     = E_p[w_c.(x_bc - x_bmc)], x_bmc the baseline of X_bm
 * </pre>
 *
 * with E_p the mean over the patches. {@link org.eddp.explain.Explainer} computes all of it and checks the identity
 * against the network's own logits every time.
 *
 * <p>A concept's contribution is its total, sample - baseline + correction; only the residual is left unexplained.
 * {@link org.eddp.explain.Quality} measures the residual and the cancellation, {@link org.eddp.explain.Explanation.Conditioning}
 * explains them. The pseudo-inverse may be damped ({@link org.eddp.explain.UndecidedPoint}): v = (M^T M + r I)^-1 M^T
 * (W^T x - b) with M = W^T S. All of the above still holds; the identity is exact for every point.
 *
 * <p>That is exact where the network is global average pooling and one linear layer above the layer of study. For any
 * other head the gradient of the logit at X takes the place of the class vector, patch by patch: a first-order account
 * of the neighbourhood of the image, marked as such, whose distance from l_e is reported.
 */
package org.eddp.explain;
