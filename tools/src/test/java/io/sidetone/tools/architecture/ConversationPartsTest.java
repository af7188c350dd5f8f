package io.sidetone.tools.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;

/** The parts of a conversation keep their state to themselves and know nothing of the call around them. */
class ConversationPartsTest {
    private static final String CONVERSATION = "io.sidetone.core.conversation";
    private static final String LIFE = "io.sidetone.core.call.life";
    private static final String CALL = LIFE + ".Call";

    @Test
    void shouldKeepEveryFieldOfAPartPrivate() {
        fields().that()
                .areDeclaredInClassesThat()
                .resideInAPackage(CONVERSATION)
                .and()
                .areNotStatic()
                .should()
                .bePrivate()
                .check(Product.CLASSES);
    }

    @Test
    void shouldKnowNothingOfTheCallAroundIt() {
        noClasses()
                .that()
                .resideInAPackage(CONVERSATION)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(LIFE)
                .check(Product.CLASSES);
    }

    /** The parts of a call get verbs and listeners; the factory alone makes one. */
    @Test
    void shouldHoldNoReferenceBackToTheCall() {
        noClasses()
                .that()
                .resideInAPackage(LIFE)
                .and()
                .haveNameNotMatching(CALL.replace(".", "\\.") + "(\\$.*)?")
                .and()
                .doNotHaveSimpleName("CallFactory")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName(CALL)
                .check(Product.CLASSES);
    }

    @Test
    void shouldApplyTheEffectsInOnePlace() {
        classes()
                .that()
                .implement(CONVERSATION + ".Effects")
                .should()
                .haveSimpleName("CallEffects")
                .check(Product.CLASSES);
    }
}
