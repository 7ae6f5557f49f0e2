package org.eddp.metrics;

/** The largest of many values, in a heap whose root is the smallest of them. */
final class LargestValues {
    private final float[] heap;
    private int size;
    private float largest = Float.NEGATIVE_INFINITY;
    private float least = Float.POSITIVE_INFINITY;

    LargestValues(int count) {
        heap = new float[count];
    }

    void addAll(float[] values, int from, int count) {
        for (int i = from; i < from + count; i++) {
            float value = values[i];
            largest = Math.max(largest, value);
            least = Math.min(least, value);
            if (size < heap.length) {
                rise(size++, value);
            } else if (value > heap[0]) {
                sink(value);
            }
        }
    }

    /** The smallest of those kept. */
    float smallest() {
        return heap[0];
    }

    float largest() {
        return largest;
    }

    /** The smallest of all, kept or not. */
    float least() {
        return least;
    }

    private void rise(int at, float value) {
        int child = at;
        while (child > 0 && heap[(child - 1) / 2] > value) {
            heap[child] = heap[(child - 1) / 2];
            child = (child - 1) / 2;
        }
        heap[child] = value;
    }

    /** Puts a value in place of the root. */
    private void sink(float value) {
        int parent = 0;
        while (true) {
            int child = 2 * parent + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= value) {
                break;
            }
            heap[parent] = heap[child];
            parent = child;
        }
        heap[parent] = value;
    }
}
