package io.sidetone.core.call.life;

import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.core.port.SynthesisSession;
import java.util.EnumMap;
import java.util.Map;

/**
 * The engines of an agent that is to take the call over: they open beside those that serve it, so that the caller waits for
 * nothing and loses nothing where one does not open. Lane thread only.
 */
final class Successor {
    private final ServingAgent agent;
    private final Map<EngineKind, Session> sessions = new EnumMap<>(EngineKind.class);
    private RecognizerSession recognizer;
    private DialogueSession dialogue;
    private SynthesisSession synthesis;

    /** One session. */
    private static final class Session {
        private final int number;
        private Runnable close;
        private boolean open;

        Session(int number, Runnable close) {
            this.number = number;
            this.close = close;
        }
    }

    /** Is notified of the engines of an agent that is to take over. */
    interface Listener {
        /** All are open. */
        void nextReady(long nowNs);

        /** One does not open, or is gone before the call was handed over; none is kept. */
        void nextFailed(String why, long nowNs);
    }

    Successor(ServingAgent agent) {
        this.agent = agent;
    }

    /** Opens session {@code number} of the engine {@code kind}. */
    void open(EngineKind kind, int number, EngineInbox inbox) {
        Runnable close =
                switch (kind) {
                    case RECOGNIZER -> {
                        recognizer = agent.recognizer().open(agent.context(), inbox.recognizer(number));
                        yield recognizer::close;
                    }
                    case DIALOGUE -> {
                        dialogue = agent.dialogue().open(agent.context(), inbox.dialogue(number, agent.actions()));
                        yield dialogue::close;
                    }
                    case SYNTHESIZER -> {
                        synthesis = agent.synthesizer().open(agent.context(), inbox.synthesis(number));
                        yield synthesis::close;
                    }
                    default -> throw new IllegalArgumentException("an agent brings no " + kind);
                };
        sessions.put(kind, new Session(number, close));
    }

    /** Whether session {@code number} of the engine {@code kind} is one of these. */
    boolean owns(EngineKind kind, int number) {
        Session session = sessions.get(kind);
        return session != null && session.number == number;
    }

    /** The session of {@code kind} is open; returns whether all are. */
    boolean opened(EngineKind kind) {
        sessions.get(kind).open = true;
        return sessions.values().stream().allMatch(session -> session.open);
    }

    /** The session of {@code kind} has closed by itself. */
    void released(EngineKind kind) {
        sessions.get(kind).close = () -> {};
    }

    /** Closes what was opened, with the precaution of {@code guard}. */
    void close(FaultGuard guard) {
        sessions.values().forEach(session -> guard.safely(session.close));
    }

    ServingAgent agent() {
        return agent;
    }

    int number(EngineKind kind) {
        return sessions.get(kind).number;
    }

    Runnable close(EngineKind kind) {
        return sessions.get(kind).close;
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
}
