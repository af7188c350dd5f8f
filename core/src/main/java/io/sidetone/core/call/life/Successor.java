package io.sidetone.core.call.life;

import io.sidetone.core.port.EngineKind;
import java.util.EnumMap;
import java.util.Map;

/**
 * The engines of an agent that is to take the call over: they open beside those that serve it, so that the caller waits for
 * nothing and loses nothing where one does not open. Lane thread only.
 */
final class Successor {
    private final AgentSessions newest;
    private final Map<EngineKind, Session> sessions = new EnumMap<>(EngineKind.class);

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
        this.newest = new AgentSessions(agent);
    }

    /** Opens session {@code number} of the engine {@code kind}. */
    void open(EngineKind kind, int number, EngineInbox inbox) {
        sessions.put(kind, new Session(number, newest.open(kind, number, inbox)));
    }

    /** Returns whether session {@code number} of the engine {@code kind} is one of these. */
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

    /** Returns whether it opens a session of {@code kind}. */
    boolean brings(EngineKind kind) {
        return sessions.containsKey(kind);
    }

    AgentSessions newest() {
        return newest;
    }

    int number(EngineKind kind) {
        return sessions.get(kind).number;
    }

    Runnable close(EngineKind kind) {
        return sessions.get(kind).close;
    }
}
