package io.sidetone.tools.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Time is an input (design law 4): a journal of events replays to the identical outputs on any JVM. */
class DeterminismTest {
    private static final String[] LOGIC = {"io.sidetone.audio..", "io.sidetone.core..", "io.sidetone.transport.."};

    /** Their results may differ in the last bit from JVM to JVM; StrictMath's do not. */
    private static final Set<String> INEXACT = Set.of(
            "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "expm1", "log", "log10", "log1p", "pow",
            "cbrt", "hypot", "sinh", "cosh", "tanh");

    @Test
    void shouldReadNoClockInLogic() {
        noClasses()
                .that()
                .resideInAnyPackage(LOGIC)
                .should()
                .accessTargetWhere(named(System.class, Set.of("nanoTime", "currentTimeMillis")))
                .orShould()
                .accessTargetWhere(named(java.time.Instant.class, Set.of("now")))
                .check(Product.CLASSES);
    }

    @Test
    void shouldDrawNoUnseededNumbersInLogic() {
        noClasses()
                .that()
                .resideInAnyPackage(LOGIC)
                .should()
                .accessTargetWhere(named(Math.class, Set.of("random")))
                .orShould()
                .callConstructor(java.util.Random.class)
                .orShould()
                .callConstructor(java.security.SecureRandom.class)
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
                .check(Product.CLASSES);
    }

    @Test
    void shouldUseExactArithmeticOnSound() {
        noClasses()
                .that()
                .resideInAnyPackage("io.sidetone.audio..", "io.sidetone.core..")
                .should()
                .accessTargetWhere(named(Math.class, INEXACT))
                .check(Product.CLASSES);
    }

    private static DescribedPredicate<JavaAccess<?>> named(Class<?> owner, Set<String> names) {
        return DescribedPredicate.describe(
                "is one of " + owner.getSimpleName() + "." + names,
                access -> access instanceof JavaCall
                        && access.getTargetOwner().isEquivalentTo(owner)
                        && names.contains(access.getTarget().getName()));
    }
}
