package org.eddp.experiments;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Networks are trained for experiments, which do not know each other. */
@AnalyzeClasses(packages = "org.eddp.experiments", importOptions = ImportOption.DoNotIncludeTests.class)
class PackagesTest {
    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("org.eddp.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule TRAINING_KNOWS_NO_EXPERIMENT = noClasses()
            .that()
            .resideInAPackage("org.eddp.experiments.training")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.eddp.experiments",
                    "org.eddp.experiments.synthetic",
                    "org.eddp.experiments.chess",
                    "org.eddp.experiments.marks",
                    "org.eddp.experiments.selftest",
                    "org.eddp.experiments.sticker",
                    "org.eddp.experiments.truth",
                    "org.eddp.experiments.world");
}
