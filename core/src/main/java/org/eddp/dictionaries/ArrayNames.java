package org.eddp.dictionaries;

import java.util.List;

/**
 * What the arrays of a dictionary are called in its file, where they are not called as usual.
 *
 * @param encoder null for the usual names, as all others
 */
public record ArrayNames(String encoder, String encoderBias, String decoder, String decoderBias, String thresholds) {
    /** The usual names. */
    public static final ArrayNames USUAL = new ArrayNames(null, null, null, null, null);

    static final List<String> ENCODERS = List.of(
            "W_enc",
            "encoder.weight",
            "enc.weight",
            "encoder.W",
            "W_encoder",
            "encoder",
            "filters",
            "W",
            "weight",
            "coef_");
    static final List<String> ENCODER_BIASES =
            List.of("b_enc", "encoder.bias", "enc.bias", "latent_bias", "b_encoder", "bias", "b", "intercept_");
    static final List<String> DECODERS = List.of(
            "W_dec",
            "decoder.weight",
            "dec.weight",
            "decoder.W",
            "W_decoder",
            "decoder",
            "dictionary._weights",
            "dictionary",
            "D");
    static final List<String> DECODER_BIASES =
            List.of("b_dec", "decoder.bias", "dec.bias", "pre_bias", "b_pre", "b_decoder");
    static final List<String> THRESHOLDS = List.of("threshold", "thresholds", "activation.threshold");
    static final List<String> LOG_THRESHOLDS = List.of("log_threshold", "activation.log_threshold");
}
