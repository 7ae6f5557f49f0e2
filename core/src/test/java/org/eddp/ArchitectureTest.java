package org.eddp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows of docs/architecture.md. */
@AnalyzeClasses(packages = "org.eddp", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule ONLY_TENSOR_TOUCHES_THE_ENGINE = noClasses()
            .that()
            .resideOutsideOfPackage("org.eddp.tensor..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bytedeco..");

    @ArchTest
    static final ArchRule ONLY_TENSOR_UNWRAPS_ITS_TENSORS = noClasses()
            .that()
            .resideOutsideOfPackage("org.eddp.tensor..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.eddp.tensor.Native");

    @ArchTest
    static final ArchRule FORMATS_KNOW_NETWORKS_AND_NOT_THE_OTHER_WAY_ROUND = noClasses()
            .that()
            .resideInAPackage("org.eddp.network")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.eddp.network.onnx..", "org.eddp.network.torchscript..", "org.eddp.network.load");

    @ArchTest
    static final ArchRule ONNX_IS_FILE_THEN_OPERATORS_THEN_EXECUTION = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("file")
            .definedBy("org.eddp.network.onnx.file")
            .layer("operators")
            .definedBy("org.eddp.network.onnx.operators")
            .layer("execution")
            .definedBy("org.eddp.network.onnx.execution")
            .whereLayer("execution")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("operators")
            .mayOnlyBeAccessedByLayers("execution");

    @ArchTest
    static final ArchRule TENSOR_KNOWS_NOBODY = noClasses()
            .that()
            .resideInAPackage("org.eddp.tensor..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.eddp.features..", "org.eddp.directions..", "org.eddp.files..");

    @ArchTest
    static final ArchRule FEATURES_COME_BEFORE_DIRECTIONS = noClasses()
            .that()
            .resideInAnyPackage("org.eddp.features..", "org.eddp.files..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.eddp.directions..", "org.eddp.experiments..", "org.eddp.reference..");

    @ArchTest
    static final ArchRule DIRECTIONS_COME_BEFORE_EXPERIMENTS = noClasses()
            .that()
            .resideInAPackage("org.eddp.directions..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.eddp.experiments..", "org.eddp.baselines..", "org.eddp.reference..");
}
