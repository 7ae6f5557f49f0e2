package org.eddp.spark;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.eddp.failure.InvalidInput;
import org.eddp.features.Grid;

/**
 * Adds columns about the pictures in a column of bytes, such as {@code content} of the source {@code binaryFile}. If a
 * picture cannot be read, these columns are null and a further column has the reason; the job continues.
 *
 * @param <T> the transformer itself
 */
public abstract class ImageTransformer<T extends ImageTransformer<T>> extends Transformer
        implements DefaultParamsWritable {
    private static final long serialVersionUID = 1L;
    /** Small networks take a half to two thirds of the time of one by one; more pictures gained nothing. */
    private static final int USUAL_BATCH = 8;

    private static final Pattern GRID = Pattern.compile("(\\d{1,5})x(\\d{1,5})");

    private final String uid;
    private final Param<String> inputCol;
    private final Param<String> reasonCol;
    private final Param<String> network;
    private final Param<String> grid;
    private final IntParam batch;
    private final BooleanParam arrays;

    ImageTransformer(String uid) {
        this.uid = uid;
        inputCol = text("inputCol", "column of bytes, each the content of an image file", "content");
        reasonCol = text("reasonCol", "new column: why a picture has no values, null where it has", "reason");
        network = text(
                "network",
                "ONNX or TorchScript file: a path that all machines see, or the name of a file sent with --files",
                null);
        grid = text(
                "grid",
                "height and width of the grid of a transformer's tokens, such as 14x14; the largest square if not"
                        + " given",
                null);
        batch = new IntParam(
                this,
                "batch",
                "pictures that go through the network together where that gives the same bits, at least 1",
                ParamValidators.gtEq(1));
        arrays = new BooleanParam(
                this, "arrays", "whether vectors are arrays of floats, which SQL and nulls get on with");
        setDefault(batch, USUAL_BATCH);
        setDefault(arrays, false);
    }

    /** A parameter that is a text; without a default it has to be set, or left open. */
    final Param<String> text(String name, String doc, String usual) {
        Param<String> param = new Param<>(this, name, doc);
        if (usual != null) {
            setDefault(param, usual);
        }
        return param;
    }

    @SuppressWarnings("unchecked") // T is the type of this
    final T with(Param<String> param, String value) {
        set(param, value);
        return (T) this;
    }

    /** The value of a parameter, null if it has none. */
    final String value(Param<String> param) {
        return isDefined(param) ? getOrDefault(param) : null;
    }

    /** The value of a parameter that must have one. */
    final String required(Param<String> param) {
        String value = value(param);
        if (value == null || value.isBlank()) {
            throw new InvalidInput(
                    getClass().getSimpleName() + " needs '" + param.name() + "' (" + param.doc() + "); set it");
        }
        return value;
    }

    /** The grid of tokens, null if it is to be found. */
    static Grid parseGrid(String text) {
        if (text == null) {
            return null;
        }
        Matcher sizes = GRID.matcher(text);
        if (!sizes.matches()) {
            throw new InvalidInput("grid = '" + text + "' must be height and width, such as 14x14");
        }
        return new Grid(Integer.parseInt(sizes.group(1)), Integer.parseInt(sizes.group(2)));
    }

    /** The question for every picture; refuses missing parameters. */
    abstract PictureQuery question();

    /** Names of the columns of answers, in the order of {@link PictureQuery#types}. */
    abstract List<String> outputs();

    @Override
    public final String uid() {
        return uid;
    }

    /** Column of the pictures. */
    public final Param<String> inputCol() {
        return inputCol;
    }

    public final String getInputCol() {
        return value(inputCol);
    }

    public final T setInputCol(String column) {
        return with(inputCol, column);
    }

    /** Column of the reason why a picture has no values. */
    public final Param<String> reasonCol() {
        return reasonCol;
    }

    public final String getReasonCol() {
        return value(reasonCol);
    }

    public final T setReasonCol(String column) {
        return with(reasonCol, column);
    }

    /** File of the network. */
    public final Param<String> network() {
        return network;
    }

    public final String getNetwork() {
        return value(network);
    }

    public final T setNetwork(String file) {
        return with(network, file);
    }

    /** Grid of the tokens of a transformer network. */
    public final Param<String> grid() {
        return grid;
    }

    public final String getGrid() {
        return value(grid);
    }

    public final T setGrid(String heightByWidth) {
        return with(grid, heightByWidth);
    }

    /** Pictures that go through the network together. */
    public final IntParam batch() {
        return batch;
    }

    public final int getBatch() {
        return (int) getOrDefault((Param<?>) batch);
    }

    @SuppressWarnings("unchecked") // T is the type of this
    public final T setBatch(int pictures) {
        set((Param<Object>) (Param<?>) batch, pictures);
        return (T) this;
    }

    /** Whether vectors are arrays of floats. */
    public final BooleanParam arrays() {
        return arrays;
    }

    public final boolean getArrays() {
        return (boolean) getOrDefault((Param<?>) arrays);
    }

    @SuppressWarnings("unchecked") // T is the type of this
    public final T setArrays(boolean whether) {
        set((Param<Object>) (Param<?>) arrays, whether);
        return (T) this;
    }

    @Override
    public StructType transformSchema(StructType schema) {
        List<DataType> types = question().types();
        String input = value(inputCol);
        if (!List.of(schema.fieldNames()).contains(input)) {
            throw new InvalidInput("there is no column '" + input + "'; there are "
                    + String.join(", ", schema.fieldNames()) + "; set inputCol");
        }
        DataType found = schema.apply(input).dataType();
        if (!found.equals(DataTypes.BinaryType)) {
            throw new InvalidInput(
                    "column '" + input + "' is of type " + found.simpleString() + ", not binary; set inputCol");
        }
        StructType extended = schema;
        for (StructField field : added(types).fields()) {
            if (List.of(extended.fieldNames()).contains(field.name())) {
                throw new InvalidInput(
                        "there already is a column '" + field.name() + "'; give the new one another name");
            }
            extended = extended.add(field);
        }
        return extended;
    }

    private StructType added(List<DataType> types) {
        StructType fields = new StructType();
        for (int i = 0; i < types.size(); i++) {
            fields = fields.add(outputs().get(i), getArrays() ? array(types.get(i)) : types.get(i), true);
        }
        return fields.add(value(reasonCol), DataTypes.StringType, true);
    }

    /** An array of floats instead of a vector. */
    private static DataType array(DataType type) {
        if (type.equals(SQLDataTypes.VectorType())) {
            return DataTypes.createArrayType(DataTypes.FloatType, false);
        }
        return type instanceof ArrayType several
                ? DataTypes.createArrayType(array(several.elementType()), false)
                : type;
    }

    @Override
    public Dataset<Row> transform(Dataset<?> dataset) {
        StructType extended = transformSchema(dataset.schema());
        PictureCounters counters = PictureCounters.of(dataset.sparkSession().sparkContext(), " of " + uid);
        PictureFunction function = new PictureFunction(
                question(), dataset.schema().fieldIndex(value(inputCol)), getBatch(), getArrays(), counters);
        return dataset.toDF().mapPartitions(function, Encoders.row(extended));
    }

    @Override
    public T copy(ParamMap extra) {
        return defaultCopy(extra);
    }
}
