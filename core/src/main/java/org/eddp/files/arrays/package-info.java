/**
 * Arrays of numbers in files: the safetensors format.
 *
 * <p>{@link org.eddp.files.arrays.SafetensorsFile} reads and writes the format of Hugging Face's library of that name, so that Python
 * can load what this program writes.
 *
 * <pre>
 * offset     size        content
 * 0          8           N, the length of the header: unsigned, little-endian, at most 100 000 000
 * 8          N           the header: one JSON object in UTF-8, padded at the end with spaces
 * 8 + N      the rest    the data: the arrays, row-major, little-endian, without gaps
 * </pre>
 *
 * The header maps the name of each array to its description; {@code data_offsets} counts from the start of the data,
 * the second number being one past the last byte:
 *
 * <pre>
 * {"__metadata__": {"sha256": "9f86...", "seed": "7", "sha256_header": "60a2..."},
 *  "filters":      {"dtype": "F64", "shape": [512, 8], "data_offsets": [0, 32768]}}
 * </pre>
 *
 * <ul>
 *   <li>{@code dtype} is {@code F64}, {@code F32} or {@code I64}, in files of others also {@code F16} or {@code BF16}; {@code shape} may be empty (one number) and may
 *       contain 0 (no numbers).
 *   <li>{@code __metadata__} is optional and maps strings to strings. Two of its entries are written always and checked
 *       when present, SHA-256 in lower-case hexadecimal: {@code sha256} of the data, and {@code sha256_header} of the
 *       header, of its compact text without this entry.
 *   <li>The writer keeps the order in which arrays were added in the header, writes compact JSON and pads N to a
 *       multiple of 8. In the data it puts the 8-byte types before the 4-byte ones: each array then starts at a
 *       multiple of its element size, without which PyTorch refuses to map it.
 *   <li>The reader accepts any order, ignores fields it does not know in a description, and refuses gaps, overlaps,
 *       trailing bytes and repeated names.
 * </ul>
 */
package org.eddp.files.arrays;
