package org.eddp.network.onnx.execution;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * Finds the axis of a value that holds its channels, from the operations around the value.
 *
 * <p>Shapes are not enough: 7 x 768 x 7 could be anything. Operations tell more: a convolution has its channels behind
 * the batch, a linear layer in the last axis, and pooling over two axes leaves the third. The search starts at the
 * value and follows operations that keep axes or move them in a known way, until it meets operations that determine the
 * channels. These must agree.
 */
final class ChannelAxis {
    /** No operation determines the channels. */
    public static final int UNTOLD = -1;
    /** Operations around the value contradict each other. */
    public static final int CONTRADICTED = -2;

    /** A link to another value: its axis i is axis {@code order(rank)[i]} of this one, or a new axis if that is -1. */
    private record Link(long to, IntFunction<int[]> order) {}

    private record Reached(long value, int[] origin) {}

    private final Map<Long, List<Link>> links = new HashMap<>();
    private final Map<Long, List<IntUnaryOperator>> evidence = new HashMap<>();

    /** Two values have the same axes. */
    public void same(long a, long b) {
        IntFunction<int[]> asTheyAre = ChannelAxis::identity;
        link(a, b, asTheyAre);
        link(b, a, asTheyAre);
    }

    /**
     * The axes of one value are those of another in a different order, or some of them.
     *
     * @param order for every axis of {@code to} that of {@code from}, -1 where several were merged or one was split, given how
     *     many {@code from} has; null if it does not apply
     */
    public void moved(long from, long to, IntFunction<int[]> order) {
        link(from, to, order);
        links.computeIfAbsent(to, key -> new ArrayList<>()).add(new Link(from, rank -> inverse(order, rank)));
    }

    private void link(long from, long to, IntFunction<int[]> order) {
        links.computeIfAbsent(from, key -> new ArrayList<>()).add(new Link(to, order));
    }

    /**
     * An operation determines the channels of a value: a function from its number of axes to the axis, -1 if unknown.
     */
    public void told(long value, IntUnaryOperator axis) {
        evidence.computeIfAbsent(value, key -> new ArrayList<>()).add(axis);
    }

    /** An operation determines the axis of the channels; negative numbers count from the back. */
    public void told(long value, int axis) {
        told(value, rank -> axis < 0 ? rank + axis : axis);
    }

    /**
     * The axis of the channels of a value.
     *
     * @param rank how many axes it has
     * @return {@link #UNTOLD} or {@link #CONTRADICTED} if it is unknown
     */
    public int of(long value, int rank) {
        Set<Integer> votes = new HashSet<>();
        Set<Long> seen = new HashSet<>(Set.of(value));
        Deque<Reached> open = new ArrayDeque<>(List.of(new Reached(value, identity(rank))));
        while (!open.isEmpty()) {
            Reached here = open.remove();
            if (evidence.containsKey(here.value)) {
                vote(here, votes);
                continue;
            }
            for (Link link : links.getOrDefault(here.value, List.of())) {
                int[] order = link.order.apply(here.origin.length);
                if (order != null && seen.add(link.to)) {
                    open.add(new Reached(link.to, through(here.origin, order)));
                }
            }
        }
        return votes.isEmpty()
                ? UNTOLD
                : votes.size() > 1 ? CONTRADICTED : votes.iterator().next();
    }

    private void vote(Reached here, Set<Integer> votes) {
        for (IntUnaryOperator told : evidence.get(here.value)) {
            int axis = told.applyAsInt(here.origin.length);
            if (axis > 0 && axis < here.origin.length && here.origin[axis] > 0) {
                votes.add(here.origin[axis]);
            }
        }
    }

    private static int[] identity(int rank) {
        int[] axes = new int[rank];
        for (int i = 0; i < rank; i++) {
            axes[i] = i;
        }
        return axes;
    }

    private static int[] through(int[] origin, int[] order) {
        int[] there = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            there[i] = order[i] < 0 || order[i] >= origin.length ? -1 : origin[order[i]];
        }
        return there;
    }

    /** The inverse, for the rank of the source that gives this many axes. */
    private static int[] inverse(IntFunction<int[]> order, int rank) {
        for (int from = 1; from <= rank + 2; from++) {
            int[] forward = order.apply(from);
            if (forward != null && forward.length == rank) {
                int[] back = new int[from];
                Arrays.fill(back, -1);
                for (int i = 0; i < rank; i++) {
                    if (forward[i] >= 0 && forward[i] < from) {
                        back[forward[i]] = i;
                    }
                }
                return back;
            }
        }
        return null;
    }
}
