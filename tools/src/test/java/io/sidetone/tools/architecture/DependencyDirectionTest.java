package io.sidetone.tools.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dependencies run one way: audio ← core ← {speech, transport-netty, config} ← server ← tools (design section 2). */
@Tag("CARD-01")
class DependencyDirectionTest {
    private static final String AUDIO = "io.sidetone.audio..";
    private static final String CORE = "io.sidetone.core..";
    private static final String SPEECH = "io.sidetone.speech..";
    private static final String TRANSPORT = "io.sidetone.transport..";
    private static final String CONFIG = "io.sidetone.config..";
    private static final String SERVER = "io.sidetone.server..";
    private static final String TOOLS = "io.sidetone.tools..";

    @Test
    void shouldKeepAudioFreeOfEverythingButTheJdk() {
        classes()
                .that()
                .resideInAPackage(AUDIO)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(AUDIO, "java..", "jdk.incubator.vector..")
                .check(Product.CLASSES);
    }

    @Test
    void shouldKeepCoreOnAudioAndItsOwnLibraries() {
        classes()
                .that()
                .resideInAPackage(CORE)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        CORE,
                        AUDIO,
                        "java..",
                        "javax.crypto..",
                        "com.lmax.disruptor..",
                        "org.agrona..",
                        "org.jctools..",
                        "org.HdrHistogram..",
                        "org.slf4j..")
                .check(Product.CLASSES);
    }

    @Test
    void shouldKeepSpeechTransportAndConfigApart() {
        noClasses()
                .that()
                .resideInAPackage(SPEECH)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(TRANSPORT, CONFIG, SERVER, TOOLS)
                .check(Product.CLASSES);
        noClasses()
                .that()
                .resideInAPackage(TRANSPORT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SPEECH, CONFIG, SERVER, TOOLS)
                .check(Product.CLASSES);
        noClasses()
                .that()
                .resideInAPackage(CONFIG)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SPEECH, TRANSPORT, SERVER, TOOLS)
                .check(Product.CLASSES);
    }

    /** What runs calls knows nothing of what tries, replays and measures them. */
    @Test
    void shouldKeepTheServerFreeOfTools() {
        noClasses()
                .that()
                .resideInAPackage(SERVER)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(TOOLS)
                .check(Product.CLASSES);
    }

    @Test
    void shouldShowNettyToTransportAndSpeechOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages(TRANSPORT, SPEECH)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .check(Product.CLASSES);
    }

    @Test
    void shouldShowJacksonToConfigSpeechTransportAndServerOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages(CONFIG, SPEECH, TRANSPORT, SERVER, TOOLS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml.jackson..")
                .check(Product.CLASSES);
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().matching("io.sidetone.(**)").should().beFreeOfCycles().check(Product.CLASSES);
    }

    /** So every figure has its name and help in an enum. */
    @Test
    void shouldPublishFiguresInOnePlace() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.sidetone.transport.metrics.CounterMeters")
                .and()
                .resideInAnyPackage(TRANSPORT, SERVER, TOOLS, SPEECH, CONFIG, CORE)
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "io[.]micrometer[.]core[.]instrument[.](FunctionCounter|Counter|Gauge|Timer|DistributionSummary).*")
                .check(Product.CLASSES);
    }
}
