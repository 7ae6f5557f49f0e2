package org.eddp.cli.command;

import org.eddp.dictionaries.DictionaryFormat.ArrayNames;
import picocli.CommandLine.Option;

/** The options for names of the arrays of a dictionary. */
final class ArrayNameOptions {
    @Option(
            names = "--encoder",
            paramLabel = "NAME",
            description = "Array with the encoder (default: W_enc, encoder.weight, ...).")
    private String encoder;

    @Option(
            names = "--encoder-bias",
            paramLabel = "NAME",
            description = "Array that is added to w.x (default: b_enc, encoder.bias, ...).")
    private String encoderBias;

    @Option(
            names = "--decoder",
            paramLabel = "NAME",
            description = "Array with the decoder (default: W_dec, decoder.weight, ...).")
    private String decoder;

    @Option(
            names = "--decoder-bias",
            paramLabel = "NAME",
            description = "Array that is added to what is decoded (default: b_dec, decoder.bias, ...).")
    private String decoderBias;

    @Option(
            names = "--thresholds",
            paramLabel = "NAME",
            description = "Array of levels above which units fire (default: threshold, log_threshold, ...).")
    private String thresholds;

    public ArrayNames names() {
        return new ArrayNames(encoder, encoderBias, decoder, decoderBias, thresholds);
    }
}
