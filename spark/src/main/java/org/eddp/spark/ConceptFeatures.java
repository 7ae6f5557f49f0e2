package org.eddp.spark;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.eddp.failure.InvalidInput;
import org.eddp.images.input.InputPreset;
import org.eddp.monitor.Monitor;
import org.eddp.network.LayerAddress;
import org.eddp.study.InputChoice;

/**
 * Features of pictures at a layer of a network: by default the mean over the patches of a picture, one vector; else a vector for every patch,
 * row by row. The numbers are those of a feature set that was extracted with one image at a time.
 */
public final class ConceptFeatures extends ImageTransformer<ConceptFeatures> {
    private static final long serialVersionUID = 1L;
    private static final String MEAN = "mean";
    private static final String PATCHES = "patches";

    private final Param<String> layer;
    private final Param<String> preprocessing;
    private final Param<String> pooling;
    private final Param<String> outputCol;

    public ConceptFeatures() {
        this(Identifiable$.MODULE$.randomUID("conceptFeatures"));
    }

    public ConceptFeatures(String uid) {
        super(uid);
        layer = text("layer", "name of a layer, as 'eddp network' lists them", null);
        preprocessing = text("preprocessing", "what the network was trained with: " + InputPreset.names(), null);
        pooling = text("pooling", "'mean' over patches for one vector, 'patches' for an array with one for each", MEAN);
        outputCol = text("outputCol", "new column: features", "features");
    }

    /** Name of the layer. */
    public Param<String> layer() {
        return layer;
    }

    public String getLayer() {
        return value(layer);
    }

    public ConceptFeatures setLayer(String name) {
        return with(layer, name);
    }

    /** Name of a preprocessing, as of {@link InputPreset#named}. */
    public Param<String> preprocessing() {
        return preprocessing;
    }

    public String getPreprocessing() {
        return value(preprocessing);
    }

    public ConceptFeatures setPreprocessing(String preset) {
        return with(preprocessing, preset);
    }

    /** Whether patches are averaged. */
    public Param<String> pooling() {
        return pooling;
    }

    public String getPooling() {
        return value(pooling);
    }

    public ConceptFeatures setPooling(String meanOrPatches) {
        return with(pooling, meanOrPatches);
    }

    /** Column of the features. */
    public Param<String> outputCol() {
        return outputCol;
    }

    public String getOutputCol() {
        return value(outputCol);
    }

    public ConceptFeatures setOutputCol(String column) {
        return with(outputCol, column);
    }

    @Override
    PictureQuery question() {
        String kind = required(pooling);
        if (!kind.equals(MEAN) && !kind.equals(PATCHES)) {
            throw new InvalidInput("pooling = '" + kind + "' must be '" + MEAN + "' or '" + PATCHES + "'");
        }
        parseGrid(getGrid());
        InputPreset.named(required(preprocessing));
        return new StepRequest(required(network()), required(layer), getPreprocessing(), getGrid(), kind.equals(MEAN));
    }

    @Override
    List<String> outputs() {
        return List.of(required(outputCol));
    }

    /** Reads what was written with {@code write}. */
    public static MLReader<ConceptFeatures> read() {
        return new DefaultParamsReader<>();
    }

    /** Loads a transformer that was saved. */
    public static ConceptFeatures load(String path) {
        return read().load(path);
    }

    /** The serializable question for executors. */
    private record StepRequest(String network, String layer, String preset, String grid, boolean mean)
            implements PictureQuery {
        @Override
        public List<DataType> types() {
            DataType vector = SQLDataTypes.VectorType();
            return List.of(mean ? vector : DataTypes.createArrayType(vector));
        }

        @Override
        public Answers open(int batch) {
            Path file = ClusterFiles.find("the network", network);
            SharedNetworks.Lease lease = SharedNetworks.HERE.open(
                    file,
                    LayerAddress.of(layer).output(),
                    input -> InputChoice.named(preset).choose(file, input, Monitor.NONE));
            return PatchAnswers.of(
                    lease,
                    layer,
                    parseGrid(grid),
                    batch,
                    patches -> (rows, head) ->
                            new Object[] {mean ? PatchVectors.mean(rows.toMatrix()) : PatchVectors.all(rows.toMatrix())
                            });
        }
    }
}
