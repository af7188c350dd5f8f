package io.sidetone.tools.conformance;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Whether a test can fail by what it finds: it, or what it calls among the classes of the tests, calls an assertion or throws an
 * {@link AssertionError}. A test that does neither fails by an exception alone.
 */
final class Assertions {
    private static final String TEST = "org.junit.jupiter.";
    private static final Set<String> LIBRARIES = Set.of(
            "org.assertj.",
            "org.junit.jupiter.api.Assertions",
            "com.tngtech.archunit.lang.",
            "com.tngtech.archunit.library.");

    private final JavaClasses classes;

    /** Reads the test classes below {@code folders}. */
    Assertions(List<Path> folders) {
        classes = new ClassFileImporter().importPaths(folders);
    }

    /** Returns those of the tests {@code method} of {@code className}, all where it is empty, that assert nothing. */
    Set<String> without(String className, String method) {
        Set<String> bare = new TreeSet<>();
        if (!classes.contain(className)) {
            return bare;
        }
        JavaClass tests = classes.get(className);
        for (JavaCodeUnit test : tests.getMethods()) {
            boolean meant = method.isEmpty() ? isTest(test) : test.getName().equals(method);
            if (meant && !asserts(test)) {
                bare.add(tests.getSimpleName() + "." + test.getName());
            }
        }
        return bare;
    }

    private static boolean isTest(JavaCodeUnit method) {
        return method.getAnnotations().stream().anyMatch(each -> {
            String type = each.getRawType().getName();
            return type.startsWith(TEST) && (type.endsWith("Test") || type.endsWith("TestFactory"))
                    || type.startsWith("net.jqwik.api.");
        });
    }

    private boolean asserts(JavaCodeUnit test) {
        Set<JavaCodeUnit> seen = new HashSet<>(Set.of(test));
        Deque<JavaCodeUnit> left = new ArrayDeque<>(seen);
        while (!left.isEmpty()) {
            JavaCodeUnit method = left.poll();
            boolean found = Stream.concat(
                            method.getCallsFromSelf().stream(), method.getCodeUnitReferencesFromSelf().stream())
                    .anyMatch(call -> {
                        String owner = call.getTargetOwner().getName();
                        called(call).filter(seen::add).forEach(left::add);
                        return owner.equals("java.lang.AssertionError")
                                || LIBRARIES.stream().anyMatch(owner::startsWith);
                    });
            if (found) {
                return true;
            }
        }
        return false;
    }

    /** What a call means in the classes of the tests: by its name and number of parameters, in its owner and what extends that. */
    private Stream<JavaCodeUnit> called(JavaAccess<?> call) {
        JavaClass owner = call.getTargetOwner();
        if (!classes.contain(owner.getName())) {
            return Stream.empty();
        }
        return Stream.concat(
                        Stream.of(owner),
                        Stream.concat(owner.getAllSubclasses().stream(), owner.getAllRawSuperclasses().stream()))
                .flatMap(each -> each.getCodeUnits().stream())
                .filter(unit -> unit.getName().equals(call.getName()));
    }
}
