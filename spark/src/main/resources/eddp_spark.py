"""The transformers of eddp for PySpark: thin wrappers of the Java classes of the same names.

Start pyspark or spark-submit with the assembly twice, as ``--jars`` and as ``--py-files``, then::

    from eddp_spark import ConceptDetector
    found = ConceptDetector(run="/data/runs/photos", arrays=True).transform(pictures)

Every parameter is a keyword, and has ``setName`` and ``getName``. Defaults are those of the Java classes.
"""

import sys

from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import JavaMLReadable, JavaMLWritable
from pyspark.ml.wrapper import JavaTransformer

_JAVA = "org.eddp.spark"

# PySpark finds the Python class of a saved stage by the name of its Java class.
sys.modules.setdefault(_JAVA, sys.modules[__name__])


def _param(name, doc, convert=TypeConverters.toString):
    return Param(Params._dummy(), name, doc, typeConverter=convert)


def _wrapper(cls):
    """Adds setters and getters for all parameters of a class."""

    def add(name):
        title = name[0].upper() + name[1:]
        setattr(cls, "set" + title, lambda self, value: self._set(**{name: value}))
        setattr(cls, "get" + title, lambda self: self.getOrDefault(name))

    for name in dir(cls):
        if isinstance(getattr(cls, name), Param):
            add(name)
    cls.__module__ = _JAVA
    return cls


class _PictureTransformer(JavaTransformer, JavaMLReadable, JavaMLWritable):
    inputCol = _param("inputCol", "column of bytes, each the content of an image file")
    reasonCol = _param("reasonCol", "new column: why a picture has no values, null where it has")
    network = _param("network", "ONNX or TorchScript file that all machines see, or sent with --files")
    grid = _param("grid", "height and width of the grid of a transformer's tokens, such as 14x14")
    batch = _param("batch", "pictures that go through the network together", TypeConverters.toInt)
    arrays = _param("arrays", "whether vectors are arrays of floats", TypeConverters.toBoolean)

    def __init__(self, **params):
        super().__init__()
        self._java_obj = self._new_java_obj(_JAVA + "." + type(self).__name__, self.uid)
        self._set(**params)


class _RunTransformer(_PictureTransformer):
    run = _param("run", "folder of a finished run that all machines see, or sent with --archives")

    def conceptNames(self):
        """The names of the concepts, in the order of the vectors; read from the run."""
        self._transfer_params_to_java()
        return list(self._java_obj.conceptNames())


@_wrapper
class ConceptFeatures(_PictureTransformer):
    """Features of pictures at a layer of a network."""

    layer = _param("layer", "name of a layer, as 'eddp network' lists them")
    preprocessing = _param("preprocessing", "what the network was trained with")
    pooling = _param("pooling", "'mean' over patches for one vector, 'patches' for an array with one for each")
    outputCol = _param("outputCol", "new column: features")


@_wrapper
class ConceptDetector(_RunTransformer):
    """Concepts of a run in pictures."""

    scoresCol = _param("scoresCol", "new column: largest score of every concept")
    presenceCol = _param("presenceCol", "new column: share of patches with each concept")


@_wrapper
class ConceptExplainer(_RunTransformer):
    """Contributions of the concepts of a run to the class of a picture."""

    label = _param("label", "class to explain, by number or name; the predicted one if not given")
    against = _param("against", "explain the class as opposed to this one, by number or name")
    classCol = _param("classCol", "new column: number of the class that is explained")
    contributionsCol = _param("contributionsCol", "new column: what every concept adds to the logit")
