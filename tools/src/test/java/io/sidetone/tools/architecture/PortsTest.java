package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A new method of a port must break the compilation of every engine and every wrapper: none of them has a default. */
class PortsTest {
    private static Stream<JavaClass> ports() {
        return Product.CLASSES.stream().filter(JavaClass::isInterface).filter(each -> (each.getPackageName() + ".")
                .startsWith("io.sidetone.core.port."));
    }

    private static boolean hasDefault(JavaMethod method) {
        return Stream.of(JavaModifier.ABSTRACT, JavaModifier.STATIC, JavaModifier.PRIVATE)
                .noneMatch(method.getModifiers()::contains);
    }

    @Test
    void shouldHaveNoDefaultMethodOnAnyPort() {
        List<String> defaults = ports().flatMap(each -> each.getMethods().stream())
                .filter(PortsTest::hasDefault)
                .map(JavaMethod::getFullName)
                .toList();
        assertThat(defaults)
                .as("default methods under core.port: make them abstract, or move them to where they belong")
                .isEmpty();
    }

    @Test
    void shouldSeeThePorts() {
        assertThat(ports().map(JavaClass::getSimpleName))
                .contains("Recognizer", "DialogueSession", "SynthesisEvents", "SignallingPort", "ActionInvoker");
    }
}
