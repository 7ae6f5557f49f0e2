package org.eddp.network.torch;

import java.util.ArrayList;
import java.util.List;
import org.eddp.network.NetworkFailure;
import org.eddp.network.onnx.file.Node.Attribute;

/** Attention, and blocks of transformers that PyTorch computes in one call. */
final class AttentionCalls {
    private AttentionCalls() {}

    static void addTo(TorchOperators set) {
        String tensors = "(Tensor query, Tensor key, Tensor value, ";
        set.add(
                "scaled_dot_product_attention" + tensors
                        + "Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, float? scale=None,"
                        + " bool enable_gqa=False)",
                c -> attention(c, c.optional("attn_mask")));
        set.add(
                "_scaled_dot_product_attention_math" + tensors
                        + "Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, Tensor?"
                        + " dropout_mask=None, float? scale=None, bool enable_gqa=False)",
                c -> new Object[] {attention(c, c.optional("attn_mask")), null});
        set.add(
                "_scaled_dot_product_flash_attention_for_cpu" + tensors
                        + "float dropout_p=0.0, bool is_causal=False, Tensor? attn_mask=None, float? scale=None)",
                c -> new Object[] {attention(c, c.optional("attn_mask")), null});
        set.add(
                "_scaled_dot_product_efficient_attention" + tensors
                        + "Tensor? attn_bias, bool compute_log_sumexp, float dropout_p=0.0, bool is_causal=False,"
                        + " float? scale=None)",
                c -> new Object[] {attention(c, c.optional("attn_bias")), null, null, null});
        set.add(
                "_scaled_dot_product_flash_attention" + tensors
                        + "float dropout_p=0.0, bool is_causal=False, bool return_debug_mask=False, float? scale=None)",
                c -> new Object[] {attention(c, null), null, null, null, null, null, null, null, null});
        set.add(
                List.of("_native_multi_head_attention", "native_multi_head_attention"),
                tensors + "int embed_dim, int num_head, Tensor qkv_weight, Tensor qkv_bias, Tensor proj_weight, Tensor"
                        + " proj_bias, Tensor? mask=None, bool need_weights=True, bool average_attn_weights=True, int?"
                        + " mask_type=None)",
                AttentionCalls::multiHead);
        set.add(
                "_transformer_encoder_layer_fwd(Tensor src, int embed_dim, int num_heads, Tensor qkv_weight,"
                        + " Tensor qkv_bias, Tensor proj_weight, Tensor proj_bias, bool use_gelu, bool norm_first,"
                        + " float eps, Tensor norm_weight_1, Tensor norm_bias_1, Tensor norm_weight_2,"
                        + " Tensor norm_bias_2, Tensor ffn_weight_1, Tensor ffn_bias_1, Tensor ffn_weight_2,"
                        + " Tensor ffn_bias_2, Tensor? mask=None, int? mask_type=None)",
                AttentionCalls::encoderLayer);
    }

    private static GraphValue attention(Call c, GraphValue mask) {
        GraphValue query = c.value("query");
        Double scale = c.given("scale") ? (Double) c.real("scale") : null;
        if (c.real("dropout_p") != 0) {
            throw new NetworkFailure("it is in training mode; export the network after model.eval()");
        }
        return attention(c, query, c.value("key"), c.value("value"), mask, scale, c.flag("is_causal"));
    }

    private static GraphValue attention(
            Primitives c,
            GraphValue query,
            GraphValue key,
            GraphValue value,
            GraphValue mask,
            Double scale,
            boolean causal) {
        if (query.rank() == 3) {
            GraphValue wide = mask == null || mask.rank() < 3 ? mask : c.unsqueeze(mask, 1);
            return c.squeeze(
                    attention(
                            c, c.unsqueeze(query, 1), c.unsqueeze(key, 1), c.unsqueeze(value, 1), wide, scale, causal),
                    1);
        }
        if (query.rank() > 4) { // windows of windows: everything before the heads is the batch
            return merged(c, query, key, value, mask, scale, causal);
        }
        List<GraphValue> inputs = new ArrayList<>(List.of(query, key, value));
        if (mask != null) {
            inputs.add(mask);
        }
        List<Attribute> attributes = new ArrayList<>();
        if (scale != null) {
            attributes.add(Attribute.of("scale", (float) (double) scale));
        }
        if (causal) {
            attributes.add(Attribute.of("is_causal", 1L));
        }
        return c.op("Attention", inputs, attributes.toArray(new Attribute[0]));
    }

    private static GraphValue merged(
            Primitives c,
            GraphValue query,
            GraphValue key,
            GraphValue value,
            GraphValue mask,
            Double scale,
            boolean causal) {
        if (causal) {
            throw new NetworkFailure("causal attention with more than four dimensions is not supported");
        }
        double factor =
                scale == null ? 1 / Math.sqrt((double) WholeNumbers.fixed(query.size(query.rank() - 1))) : scale;
        GraphValue turned = c.swapped(key, key.rank() - 2, key.rank() - 1);
        GraphValue scores = c.op("MatMul", c.times(query, factor), turned);
        if (mask != null && ElementKind.bool(mask.type())) {
            scores = c.op("Where", List.of(mask, scores, c.number(Double.NEGATIVE_INFINITY, scores.type())));
        } else if (mask != null) {
            scores = c.op("Add", scores, mask);
        }
        return c.op("MatMul", c.op("Softmax", scores, Attribute.of("axis", -1L)), value);
    }

    /** Self-attention of tokens (images x tokens x width) with the weights of query, key and value in one. */
    private static GraphValue selfAttention(
            Primitives c,
            GraphValue x,
            long heads,
            GraphValue weight,
            GraphValue bias,
            GraphValue out,
            GraphValue shift) {
        long width = WholeNumbers.fixed(x.size(2));
        if (heads < 1 || width % heads != 0) {
            throw new NetworkFailure(heads + " heads in a width of " + width);
        }
        GraphValue all = LayerCalls.linear(c, x, weight, bias);
        GraphValue[] parts = new GraphValue[3];
        for (int i = 0; i < 3; i++) {
            GraphValue part = c.slice(all, 2, i * width, (i + 1) * width, 1);
            parts[i] = c.transpose(c.reshape(part, List.of(x.size(0), x.size(1), heads, width / heads)), 0, 2, 1, 3);
        }
        GraphValue mixed = attention(c, parts[0], parts[1], parts[2], null, null, false);
        GraphValue joined = c.reshape(c.transpose(mixed, 0, 2, 1, 3), List.of(x.size(0), x.size(1), width));
        return LayerCalls.linear(c, joined, out, shift);
    }

    private static Object[] multiHead(Call c) {
        if (c.given("mask") || c.handle("query") != c.handle("key") || c.handle("key") != c.handle("value")) {
            throw new NetworkFailure("only attention of tokens to themselves without a mask is supported");
        }
        if (c.flag("need_weights")) {
            throw new NetworkFailure("the weights of attention are asked for (need_weights), which is not supported");
        }
        GraphValue result = selfAttention(
                c,
                c.value("query"),
                c.whole("num_head"),
                c.value("qkv_weight"),
                c.value("qkv_bias"),
                c.value("proj_weight"),
                c.value("proj_bias"));
        return new Object[] {result, null};
    }

    private static GraphValue encoderLayer(Call c) {
        if (c.given("mask")) {
            throw new NetworkFailure("a mask is not supported");
        }
        GraphValue x = c.value("src");
        boolean first = c.flag("norm_first");
        GraphValue attended = attended(c, first ? norm(c, x, 1) : x);
        x = c.op("Add", x, attended);
        x = first ? x : norm(c, x, 1);
        GraphValue inner = first ? norm(c, x, 2) : x;
        GraphValue hidden = LayerCalls.linear(c, inner, c.value("ffn_weight_1"), c.value("ffn_bias_1"));
        hidden = c.op(c.flag("use_gelu") ? "Gelu" : "Relu", hidden);
        x = c.op("Add", x, LayerCalls.linear(c, hidden, c.value("ffn_weight_2"), c.value("ffn_bias_2")));
        return first ? x : norm(c, x, 2);
    }

    private static GraphValue attended(Call c, GraphValue x) {
        return selfAttention(
                c,
                x,
                c.whole("num_heads"),
                c.value("qkv_weight"),
                c.value("qkv_bias"),
                c.value("proj_weight"),
                c.value("proj_bias"));
    }

    private static GraphValue norm(Call c, GraphValue x, int number) {
        return NormalisationCalls.layer(
                c, x, c.value("norm_weight_" + number), c.value("norm_bias_" + number), 1, c.real("eps"));
    }
}
