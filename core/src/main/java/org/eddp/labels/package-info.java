/**
 * Labels of detectors: annotated images, and Network Dissection of detectors against them.
 *
 * <p>{@link org.eddp.labels.AnnotatedDataset} reads labelled pictures, {@link org.eddp.labels.LabelledImages} brings
 * features and pixel labels together, {@link org.eddp.labels.Dissection} counts pixels of detectors and concepts
 * exactly, {@link org.eddp.labels.Labels} names every detector.
 *
 * <p>Conventions: a detector's map is upsampled bilinearly to the resolution of the label maps with half-pixel centres
 * and clamped edges, and is active where it is positive. Where the network saw a crop of the picture the grid lies over
 * that crop, and pixels outside it are not counted at all, neither as active nor as labelled. A label of the whole
 * image is on all of its pixels. A pixel may have several labels of one category. Labels come from the train split,
 * scores from the val split.
 *
 * <h2>labels.json</h2>
 *
 * {@link org.eddp.labels.Labels} as JSON: version, dataset, counting convention, threshold and, for every detector, the
 * label closest to it ({@code concept}: category, number, name), IoU on both splits and the best concept of every
 * category. That label is the detector's {@code name} only if its IoU on the val split exceeds the threshold; otherwise
 * {@code name} is null. Other results call concepts by {@link org.eddp.names.ConceptName}.
 *
 * <h2>Broden's layout</h2>
 *
 * {@link org.eddp.labels.AnnotatedDataset} reads, and {@link org.eddp.labels.AnnotatedDatasetWriter} writes, a folder
 * in the layout of the Broden dataset (Bau et al., Network Dissection, 2017). Tables are comma-separated UTF-8 with a
 * first line that names the columns; columns may come in any order, and further ones are ignored.
 *
 * <pre>
 * index.csv         image,split,ih,iw,sh,sw,&lt;one column per category&gt;
 * label.csv         number,name,category,frequency,coverage,syns
 * category.csv      name,first,last,count,frequency          (optional)
 * c_&lt;category&gt;.csv  code,number,name,frequency,coverage      (optional)
 * images/           pictures and masks
 * </pre>
 *
 * <ul>
 *   <li><b>index.csv</b>: one picture per line. {@code image} is a path under {@code images/}, {@code split} any word
 *       ({@code train}, {@code val}), {@code ih x iw} the size of the picture (turned upright as its EXIF block says;
 *       checked where masks and features are brought together) and {@code sh x sw} that of its masks. The field of a
 *       category holds entries separated by {@code ;}: a number is the label of the whole picture, anything else the
 *       path of a mask under {@code images/}; no entry means that the picture is not annotated for the category.
 *   <li><b>Masks</b>: PNG, {@code sh x sw} pixels; the label of a pixel is {@code red + 256 green}, 0 for none. Several
 *       masks for one category are layers: a pixel may have several labels.
 *   <li><b>label.csv</b>: {@code number} from 1 to 65535; {@code category} names the categories the label occurs in,
 *       separated by {@code ;}, each with the number of its pictures in parentheses ({@code object(12);part(3)});
 *       {@code frequency} is the number of pictures that show it, {@code coverage} the sum over these of the share of
 *       pixels; {@code syns} are other names, separated by {@code ;}. The last three may be missing or empty.
 *   <li><b>category.csv</b>: the categories, with first and last number and the count of their labels and the number of
 *       pictures annotated for them. Without this file, all columns of the index beyond the first six are categories.
 *   <li><b>c_&lt;category&gt;.csv</b>: the labels of one category, counted from {@code code} 1 on by falling frequency.
 *       Without this file they are taken from {@code label.csv}.
 * </ul>
 *
 * Tables are read whole, masks one picture at a time.
 */
package org.eddp.labels;
