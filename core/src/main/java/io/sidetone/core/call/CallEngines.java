package io.sidetone.core.call;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisSession;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** The engines of one call: their sessions are opened, used, closed and waited for. Lane thread only. */
final class CallEngines {
    /** Three engines, media, signalling. */
    private static final int PRODUCERS = 5;

    private final CallSetup setup;
    private final CallContext context;
    private final EngineInbox inbox;
    private final Set<String> released = new HashSet<>();
    private RecognizerSession recognizer;
    private DialogueSession dialogue;
    private SynthesisSession synthesis;
    private int ready;

    CallEngines(CallSetup setup, CallContext context, EngineInbox inbox) {
        this.setup = setup;
        this.context = context;
        this.inbox = inbox;
    }

    /** Opens all three in parallel (VAN-01). */
    void open() {
        recognizer = setup.recognizer().open(context, inbox.recognizer());
        dialogue = setup.dialogue().open(context, inbox.dialogue());
        synthesis = setup.synthesizer().open(context, inbox.synthesis());
    }

    RecognizerSession recognizer() {
        return recognizer;
    }

    DialogueSession dialogue() {
        return dialogue;
    }

    SynthesisSession synthesis() {
        return synthesis;
    }

    /** The session of {@code kind} is open; returns whether all are. */
    boolean ready(EngineKind kind) {
        ready |= 1 << kind.ordinal();
        return ready == (1 << EngineKind.values().length) - 1;
    }

    /** Asks every session to let go, each as a step of its own; one that was never opened holds nothing. */
    void close(Consumer<Runnable> step) {
        close(EngineKind.RECOGNIZER, recognizer == null ? null : recognizer::close, step);
        close(EngineKind.DIALOGUE, dialogue == null ? null : dialogue::close, step);
        close(EngineKind.SYNTHESIZER, synthesis == null ? null : synthesis::close, step);
    }

    private void close(EngineKind kind, Runnable session, Consumer<Runnable> step) {
        if (session == null) {
            released.add(kind.name());
        } else {
            step.accept(session);
        }
    }

    /** The producer called {@code who} publishes nothing more for this call. */
    void released(String who) {
        released.add(who);
    }

    /** Whether engines, media and signalling have all let go. */
    boolean allReleased() {
        return released.size() >= PRODUCERS;
    }

    /** How many have not, in words for a log. */
    String owed() {
        return PRODUCERS - released.size() + " of " + PRODUCERS;
    }
}
