package io.sidetone.server.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dependencies run one way: audio ← core ← {speech, transport-netty, config} ← server (design section 2). */
@Tag("CARD-01")
class DependencyDirectionTest {
    private static final String AUDIO = "io.sidetone.audio..";
    private static final String CORE = "io.sidetone.core..";
    private static final String SPEECH = "io.sidetone.speech..";
    private static final String TRANSPORT = "io.sidetone.transport..";
    private static final String CONFIG = "io.sidetone.config..";
    private static final String SERVER = "io.sidetone.server..";

    /** The lane hands events to calls and calls answer through the lane's publisher and its rings: one unit. */
    private static final Set<String> LANE_UNIT = Set.of(
            "io.sidetone.core.admission",
            "io.sidetone.core.call",
            "io.sidetone.core.hearing",
            "io.sidetone.core.lane",
            "io.sidetone.core.playout",
            "io.sidetone.core.port",
            "io.sidetone.core.port.action",
            "io.sidetone.core.port.vad");

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
                .resideInAnyPackage(TRANSPORT, CONFIG, SERVER)
                .check(Product.CLASSES);
        noClasses()
                .that()
                .resideInAPackage(TRANSPORT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SPEECH, CONFIG, SERVER)
                .check(Product.CLASSES);
        noClasses()
                .that()
                .resideInAPackage(CONFIG)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(SPEECH, TRANSPORT, SERVER)
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
                .resideOutsideOfPackages(CONFIG, SPEECH, TRANSPORT, SERVER)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml.jackson..")
                .check(Product.CLASSES);
    }

    @Test
    void shouldHaveNoCyclesBetweenPackages() {
        slices().assignedFrom(new PackageSlices()).should().beFreeOfCycles().check(Product.CLASSES);
    }

    private static final class PackageSlices implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            String name = javaClass.getPackageName();
            if (!name.startsWith("io.sidetone.")) {
                return SliceIdentifier.ignore();
            }
            return SliceIdentifier.of(LANE_UNIT.contains(name) ? "the lane" : name);
        }

        @Override
        public String getDescription() {
            return "each package, with call, hearing, lane, playout and port of the core as one";
        }
    }
}
