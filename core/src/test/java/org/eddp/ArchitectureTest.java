package org.eddp;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/** The order of packages in docs/architecture.md. */
@AnalyzeClasses(packages = "org.eddp", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ROOT = "org.eddp";

    /** From below to above: a package knows those before it, and none behind it. */
    private static final List<String> ORDER = List.of(
            // tools
            "failure",
            "tensor",
            "monitor",
            "math",
            "files",
            "files.arrays",
            "files.json",
            "files.python",
            "names",
            "parts",
            // from images to features
            "images.source",
            "images.decode",
            "images.input",
            "network",
            "network.onnx.file",
            "network.onnx.operators",
            "network.onnx.execution",
            "network.torch",
            "network.torch.script",
            "network.torch.export",
            "network.load",
            "features",
            // the method
            "decomposition",
            "directions",
            "directions.step",
            "learning",
            "reference",
            "checkup",
            // what is done with directions
            "labels",
            "metrics",
            "words",
            "baselines",
            "dictionaries",
            "influence",
            "explain",
            "intervene",
            "faithfulness",
            "health",
            "audit",
            // runs keep it, studies do it, the front door opens on everything
            "run",
            "study.view",
            "study.measure",
            "study.repair",
            "study.diff",
            "study",
            "study.check",
            "");

    @ArchTest
    static final ArchRule EVERY_PACKAGE_KNOWS_ONLY_THOSE_BEFORE_IT = classes()
            .should(new ArchCondition<>("keep the order") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                        String target = dependency
                                .getTargetClass()
                                .getBaseComponentType()
                                .getPackageName();
                        if (target.equals(ROOT) || target.startsWith(ROOT + ".")) {
                            boolean kept = position(target) <= position(type.getPackageName());
                            events.add(new SimpleConditionEvent(type, kept, dependency.getDescription()));
                        }
                    }
                }
            });

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("org.eddp.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_TENSOR_TOUCHES_THE_ENGINE = noClasses()
            .that()
            .resideOutsideOfPackage("org.eddp.tensor..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bytedeco..");

    /** Classes of the engine for values, their types and calls of its operators. */
    private static final String ARITHMETIC = "(\\[L)?org\\.bytedeco\\.pytorch\\.(global\\.torch|AutoGradMode|Device"
            + "|Dispatcher|GenericList|IValue(Vector)?|ListType|NoGradGuard|NumberType(Ptr)?|OperatorHandle|OperatorName"
            + "|OptionalType|Scalar|T_[A-Za-z]+_T|Tensor(Base|Options|Vector)?|Type|[A-Za-z]+Optional)(\\$.*)?;?";

    /** Its virtual machine and its loaders, which run what a file says, are among the others. */
    @ArchTest
    static final ArchRule ONLY_THE_ENGINES_ARITHMETIC_IS_USED = noClasses()
            .should()
            .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("org.bytedeco.pytorch..")
                    .and(not(nameMatching(ARITHMETIC))))
            .orShould()
            .callMethodWhere(target(nameMatching("(?i).*(load|jit|pickle|import_ir|parse|compile|save|from_file).*"))
                    .and(target(owner(name("org.bytedeco.pytorch.global.torch")))));

    /** Operators are called by name in one place, which names them itself. */
    @ArchTest
    static final ArchRule NO_OTHER_CLASS_CALLS_OPERATORS_BY_NAME = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("org.eddp.tensor.PackedConvolution")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.bytedeco.pytorch.Dispatcher");

    private static int position(String name) {
        String below = name.equals(ROOT) ? "" : name.substring(ROOT.length() + 1);
        int position = ORDER.indexOf(below);
        if (position < 0) {
            throw new AssertionError("package " + name + " has no place in the order of packages; give it one");
        }
        return position;
    }
}
