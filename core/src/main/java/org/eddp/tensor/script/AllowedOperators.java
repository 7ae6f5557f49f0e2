package org.eddp.tensor.script;

import java.util.Arrays;
import java.util.Set;

/**
 * The operators a network file may use: those that compute something from tensors, numbers, texts and lists, and nothing else.
 *
 * <p>A list of what is allowed and not of what is forbidden, because the engine has more than two thousand operators and gets more
 * with every version. Operators stand here by name; which of their overloads are allowed is decided by {@link WrittenArguments}. Left
 * out on purpose are those that reach it (files, devices, other threads, standard output), that lay a tensor over memory of the caller's
 * choice (as_strided, set_, resize_), and the quantised ones, whose weights are objects that run code of their own when read.
 */
final class AllowedOperators {
    private static final Set<String> ARITHMETIC = names("""
            add add_ sub sub_ rsub mul mul_ div div_ floor_divide floor_divide_ floordiv true_divide remainder remainder_ fmod
            pow pow_ square square_ sqrt sqrt_ rsqrt rsqrt_ reciprocal reciprocal_ exp exp_ exp2 expm1 log log_ log2 log10 log1p
            abs abs_ neg neg_ sign sgn floor floor_ ceil ceil_ round round_ trunc trunc_ frac
            sin sin_ cos cos_ tan asin acos atan atan2 sinh cosh asinh acosh atanh erf erf_ erfc lerp lerp_
            clamp clamp_ clamp_min clamp_min_ clamp_max clamp_max_ clip clip_ maximum minimum addcmul addcmul_ addcdiv addcdiv_
            matmul mm bmm mv dot addmm addmm_ baddbmm addbmm addmv outer einsum tensordot kron cdist linear bilinear
            logaddexp hypot nan_to_num nan_to_num_ bernoulli_ uniform_ normal_ divmod gcd
            """);

    private static final Set<String> SUMS = names("""
            sum mean std var var_mean std_mean prod max min amax amin aminmax argmax argmin median mode cumsum cumprod
            norm linalg_norm linalg_vector_norm linalg_matrix_norm frobenius_norm logsumexp all any
            topk sort argsort kthvalue count_nonzero
            """);

    private static final Set<String> COMPARISONS = names("""
            eq ne lt le gt ge equal isclose allclose isnan isinf isfinite where masked_fill masked_fill_ masked_select
            logical_and logical_or logical_not logical_xor bitwise_and bitwise_or bitwise_not bitwise_xor
            __and__ __or__ __xor__ __lshift__ __rshift__ __not__ __is__ __isnot__ __contains__
            """);

    private static final Set<String> LAYERS = names("""
            _convolution _convolution_mode convolution conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d
            batch_norm layer_norm native_layer_norm group_norm instance_norm rms_norm
            _weight_norm
            max_pool1d max_pool2d max_pool3d max_pool2d_with_indices avg_pool1d avg_pool2d avg_pool3d
            adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d _adaptive_avg_pool2d
            adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d
            dropout dropout_ feature_dropout feature_dropout_ alpha_dropout alpha_dropout_ feature_alpha_dropout
            feature_alpha_dropout_ native_dropout
            pad constant_pad_nd reflection_pad1d reflection_pad2d replication_pad1d replication_pad2d
            upsample_nearest1d upsample_nearest2d upsample_bilinear2d upsample_bicubic2d upsample_linear1d _upsample_bilinear2d_aa _upsample_bicubic2d_aa
            __interpolate __upsample __upsample_bilinear __upsample_nearest
            grid_sampler grid_sampler_2d affine_grid_generator pixel_shuffle pixel_unshuffle channel_shuffle
            native_channel_shuffle unfold im2col col2im embedding one_hot cosine_similarity pairwise_distance
            scaled_dot_product_attention _scaled_dot_product_attention_math _native_multi_head_attention
            """);

    private static final Set<String> ACTIVATIONS = names("""
            relu relu_ relu6 relu6_ leaky_relu leaky_relu_ prelu rrelu rrelu_ elu elu_ celu celu_ selu selu_ gelu gelu_ silu silu_
            mish mish_ sigmoid sigmoid_ logit log_sigmoid tanh tanh_ hardtanh hardtanh_ hardswish hardswish_ hardsigmoid
            hardsigmoid_ hardshrink softshrink softplus threshold threshold_ glu
            softmax log_softmax _softmax _log_softmax
            """);

    private static final Set<String> SHAPES = names("""
            size sym_size stride numel sym_numel dim storage_offset is_floating_point is_complex is_contiguous
            is_same_size view view_as reshape reshape_as flatten unflatten permute transpose transpose_ swapaxes swapdims movedim
            moveaxis t numpy_T mT adjoint squeeze squeeze_ unsqueeze unsqueeze_ expand expand_as broadcast_to broadcast_tensors
            repeat repeat_interleave tile roll rot90 flip fliplr flipud narrow select slice split split_with_sizes tensor_split
            chunk unbind unsafe_chunk unsafe_split unsafe_split_with_sizes hsplit vsplit cat concat concatenate stack hstack vstack
            dstack column_stack meshgrid index index_select index_add index_add_ index_put index_put_ index_fill index_fill_
            index_copy index_copy_ gather take take_along_dim scatter scatter_ scatter_add scatter_add_ nonzero diagonal diag
            diag_embed tril tril_ triu triu_ trace
            contiguous clone detach detach_ alias lift lift_fresh lift_fresh_copy resolve_conj resolve_neg
            copy_ fill fill_ zero_ to type_as _to_copy cpu masked_scatter
            atleast_1d atleast_2d atleast_3d bucketize searchsorted
            """);

    private static final Set<String> CREATION = names("""
            zeros zeros_like ones ones_like full full_like empty empty_like new_zeros new_ones new_full new_empty arange linspace
            eye tensor scalar_tensor as_tensor rand rand_like randn randn_like randperm
            """);

    private static final Set<String> NUMBERS_TEXTS_AND_LISTS = names("""
            Int Float Bool Complex IntImplicit FloatImplicit ScalarImplicit item str format ord chr
            len append extend insert pop clear copy index remove reverse count list dict
            keys values items get __contains__ __getitem__ _set_item Delete
            __range_length __derive_index slice percentFormat join startswith endswith lower upper strip replace
            mathremainder radians degrees isinf isnan factorial sorted
            _unwrap_optional __round_to_zero_floordiv is_grad_enabled is_autocast_enabled is_autocast_cpu_enabled
            is_scripting warn device requires_grad_ is_nonzero _assert_tensor_metadata
            """);

    /** Control flow, tuples and lists, questions about values; calls are followed into what they call. */
    private static final Set<String> PRIMITIVES = names("""
            Constant If Loop ListConstruct ListUnpack TupleConstruct TupleUnpack TupleIndex TupleSlice DictConstruct GetAttr SetAttr
            CallMethod CallFunction RaiseException unchecked_cast unchecked_unwrap_optional Uninitialized NumToTensor
            ImplicitTensorToNum TensorToNum dtype device layout data min max abs is_cuda is_cpu is_quantized is_nested
            is_sparse is_mkldnn is_meta is_mps requires_grad rangelist isinstance type StringIndex EnumName EnumValue itemsize
            tolist ModuleContainerIndex
            """);

    private AllowedOperators() {}

    /** @param kind qualified, as {@code aten::add} */
    static boolean contains(String kind) {
        int colons = kind.indexOf("::");
        String name = kind.substring(colons < 0 ? 0 : colons + 2);
        return switch (colons < 0 ? "" : kind.substring(0, colons)) {
            case "aten" ->
                ARITHMETIC.contains(name)
                        || SUMS.contains(name)
                        || COMPARISONS.contains(name)
                        || LAYERS.contains(name)
                        || ACTIVATIONS.contains(name)
                        || SHAPES.contains(name)
                        || CREATION.contains(name)
                        || NUMBERS_TEXTS_AND_LISTS.contains(name);
            case "prim" -> PRIMITIVES.contains(name);
            default -> false;
        };
    }

    private static Set<String> names(String words) {
        return Set.copyOf(Arrays.asList(words.strip().split("\\s+", -1)));
    }
}
