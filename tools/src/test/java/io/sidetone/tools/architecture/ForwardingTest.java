package io.sidetone.tools.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import io.sidetone.core.call.CallTap;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A tap that stands before another passes everything on: its methods have defaults, so one is easily forgotten, and
 * nothing fails until somebody needs it. Ports have no defaults ({@link PortsTest}): there the compiler asks for each method.
 */
class ForwardingTest {
    /** One that is of the kind {@code port} and calls another of that kind. */
    private static boolean standsBeforeAnother(JavaClass each, Class<?> port) {
        return !each.isInterface()
                && each.isAssignableTo(port)
                && Stream.concat(each.getMethodCallsFromSelf().stream(), each.getMethodReferencesFromSelf().stream())
                        .anyMatch(access -> ofPort(access, port) && another(access.getTargetOwner(), each));
    }

    /** A class and those in it are one. */
    private static boolean another(JavaClass target, JavaClass each) {
        return !target.getName().replaceFirst("\\$.*", "").equals(each.getName().replaceFirst("\\$.*", ""));
    }

    private static boolean ofPort(JavaCodeUnitAccess<?> access, Class<?> port) {
        return access.getTargetOwner().isAssignableTo(port)
                && Arrays.stream(port.getMethods()).anyMatch(method -> method.getName()
                        .equals(access.getTarget().getName()));
    }

    private static boolean has(JavaClass each, Method method) {
        String[] parameters =
                Arrays.stream(method.getParameterTypes()).map(Class::getName).toArray(String[]::new);
        return each.getAllMethods().stream()
                .anyMatch(own -> !own.getOwner().isInterface()
                        && own.getName().equals(method.getName())
                        && own.getRawParameterTypes().stream()
                                .map(JavaClass::getName)
                                .toList()
                                .equals(List.of(parameters)));
    }

    private static TreeSet<String> forgotten(Class<?> port) {
        TreeSet<String> forgotten = new TreeSet<>();
        for (JavaClass each : Product.CLASSES) {
            if (standsBeforeAnother(each, port)) {
                for (Method method : port.getMethods()) {
                    String owner = each.getName().replaceFirst(".*\\.", "");
                    String name = owner + "." + method.getName();
                    if (method.isDefault() && !has(each, method)) {
                        forgotten.add(name);
                    }
                }
            }
        }
        return forgotten;
    }

    @Test
    void shouldPassEveryMethodOn() {
        assertThat(forgotten(CallTap.class))
                .as("methods of taps that have a default and are not passed on")
                .isEmpty();
    }

    @Test
    void shouldFindThoseThatStandBeforeOthers() {
        assertThat(Product.CLASSES.stream()
                        .filter(each -> standsBeforeAnother(each, CallTap.class))
                        .map(JavaClass::getSimpleName))
                .containsExactly("TapPair");
    }
}
