package io.sidetone.server.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.vad.VoiceActivityEngine;
import io.sidetone.core.port.vad.VoiceActivityEvents;
import io.sidetone.core.port.vad.VoiceActivitySession;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What stands before another of its kind passes everything on: a method of a port that has a default is easily forgotten, and
 * nothing fails until somebody needs it.
 */
class ForwardingTest {
    private static final String BY_RATE = "an agent's engines are chosen by the rate of the call before this one is";
    private static final String PARTS = "calls on what it is made of, which is not another engine";
    private static final String TURNS = "those whom it tells look at turn events and ends alone";

    /** Those that do not pass a method on, and why; a class alone stands for all of its methods. */
    private static final Map<String, String> ON_PURPOSE = Map.of(
            "FailoverRecognizer.forMedia", BY_RATE,
            "FailoverDialogue.forMedia", BY_RATE,
            "FailoverSynthesizer.forMedia", BY_RATE,
            "FillerDialogue.forMedia", BY_RATE,
            "CachedSynthesizer.forMedia", BY_RATE,
            "EmbeddedRecognizer", PARTS,
            "EmbeddedSynthesizer", PARTS,
            "UsageEvents", TURNS);

    static Stream<Class<?>> ports() {
        return Stream.of(
                Recognizer.class,
                RecognizerSession.class,
                RecognizerEvents.class,
                DialogueModel.class,
                DialogueSession.class,
                DialogueEvents.class,
                Synthesizer.class,
                SynthesisSession.class,
                SynthesisEvents.class,
                VoiceActivityEngine.class,
                VoiceActivitySession.class,
                VoiceActivityEvents.class,
                ActionInvoker.class,
                CallObserver.class);
    }

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
                    boolean meant = ON_PURPOSE.containsKey(name) || ON_PURPOSE.containsKey(owner);
                    if (method.isDefault() && !has(each, method) && !meant) {
                        forgotten.add(name);
                    }
                }
            }
        }
        return forgotten;
    }

    @ParameterizedTest
    @MethodSource("ports")
    void shouldPassEveryMethodOn(Class<?> port) {
        assertThat(forgotten(port))
                .as("methods of %s that have a default and are not passed on", port.getSimpleName())
                .isEmpty();
    }

    @Test
    void shouldFindThoseThatStandBeforeOthers() {
        assertThat(Product.CLASSES.stream()
                        .filter(each -> ports().anyMatch(port -> standsBeforeAnother(each, port)))
                        .map(JavaClass::getSimpleName))
                .contains(
                        "FailoverRecognizer",
                        "InstrumentedRecognizer",
                        "RateRecognizer",
                        "FillerSession",
                        "AllowedActions");
    }
}
