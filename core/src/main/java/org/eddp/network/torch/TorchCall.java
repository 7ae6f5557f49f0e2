package org.eddp.network.torch;

import java.util.List;
import java.util.Map;

/**
 * A call of an operator, as a front end made it.
 *
 * @param operator its name without namespace and overload: {@code conv2d}
 * @param positional arguments by position
 * @param named arguments by name
 * @param result what it returned
 * @param values names of the graph's values that the tensors of the result refer to right after the call
 */
public record TorchCall(
        String operator, List<Object> positional, Map<String, Object> named, Object result, List<String> values) {}
