package org.eddp.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * Rules for the packages of all modules. Modules other than core do not use its internal packages, except bench, which measures
 * them. There are no cycles.
 */
@AnalyzeClasses(
        packages = "org.eddp",
        importOptions = {ImportOption.DoNotIncludeTests.class, InternalPackagesTest.WithoutTestJars.class})
class InternalPackagesTest {
    /** {@code mvn verify} takes the tests of other modules from their jars, which ArchUnit does not recognise as tests. */
    static final class WithoutTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule OTHER_MODULES_KEEP_OUT_OF_THEM = noClasses()
            .that()
            .resideInAnyPackage("org.eddp.report..", "org.eddp.experiments..", "org.eddp.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.eddp.directions.step..",
                    "org.eddp.network.onnx.operators..",
                    "org.eddp.network.onnx.execution..");

    /** The rule of core for all modules: a network file reaches the engine as checked operators only. */
    @ArchTest
    static final ArchRule ONLY_TENSOR_TOUCHES_THE_ENGINE = noClasses()
            .that()
            .resideOutsideOfPackage("org.eddp.tensor..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bytedeco..");

    @ArchTest
    static final ArchRule NO_CYCLES_OVER_ALL_MODULES =
            slices().matching("org.eddp.(**)").should().beFreeOfCycles();
}
