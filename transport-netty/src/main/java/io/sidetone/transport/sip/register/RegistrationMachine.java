package io.sidetone.transport.sip.register;

import io.sidetone.transport.sip.register.RegistrationState.Action;
import io.sidetone.transport.sip.register.RegistrationState.Event;
import io.sidetone.transport.sip.transaction.TransitionTable.Step;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * State of a registration and when it goes on, as data and one function. Reads no clock and no random source. One thread.
 */
public final class RegistrationMachine {
    /** Expiry that is asked for first. */
    static final int USUAL_EXPIRES_S = 600;

    private static final long FIRST_NS = TimeUnit.SECONDS.toNanos(4);
    private static final long REFUSED_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(30);
    private static final long SOON_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int LONGEST_RETRY_AFTER_S = 3_600;
    private static final int LONGEST_EXPIRES_S = 86_400;

    private RegistrationState state = RegistrationState.IDLE;
    private int requestedSeconds = USUAL_EXPIRES_S;
    private int failures;
    private long dueNs;
    private boolean registered;
    private long validUntilNs;

    /**
     * Facts that came with an event.
     *
     * @param seconds of {@code ACCEPTED} what was granted, of {@code TOO_BRIEF} the least that is, of {@code REFUSED} and
     *     {@code NO_SERVER} how long to stay away, 0 for not said
     * @param chance between 0 and 1, so that many registrations do not move in step
     */
    record Facts(int seconds, double chance) {}

    /**
     * Takes one event.
     *
     * @param nowNs the time, in ns
     * @return what to do, in this order; null when the event is illegal in this state
     */
    List<Action> transition(Event event, Facts facts, long nowNs) {
        Step<RegistrationState, Action> step = RegistrationState.TABLE.step(state, event);
        if (step == null) {
            return null;
        }
        state = step.next();
        switch (event) {
            case ACCEPTED -> {
                failures = 0;
                registered = state == RegistrationState.REGISTERED;
                validUntilNs = nowNs + TimeUnit.SECONDS.toNanos(facts.seconds());
            }
            case TOO_BRIEF -> requestedSeconds = Math.min(LONGEST_EXPIRES_S, facts.seconds());
            case REFUSED -> registered = false;
            case FLOW_LOST -> registered &= state != RegistrationState.WAITING;
            default -> {
                // Changes nothing but the state.
            }
        }
        for (Action action : step.actions()) {
            switch (action) {
                case AWAIT_REFRESH -> dueNs = nowNs + refreshNs(facts);
                case BACK_OFF -> dueNs = nowNs + backOffNs(FIRST_NS, facts);
                case BACK_OFF_LONG -> dueNs = nowNs + backOffNs(REFUSED_NS, facts);
                case RETRY_SOON -> dueNs = nowNs + (long) (SOON_NS * facts.chance());
                case FINISH -> registered = false;
                default -> {
                    // The registration does it.
                }
            }
        }
        return step.actions();
    }

    /** Between half and three quarters of what was granted: time enough for another try before it is over. */
    private static long refreshNs(Facts facts) {
        return (long) (TimeUnit.SECONDS.toNanos(facts.seconds()) * (0.5 + 0.25 * facts.chance()));
    }

    /** Twice as long after each failure, by half of it at random (RFC 5626 section 4.5). */
    private long backOffNs(long firstNs, Facts facts) {
        long fullNs = Math.min(LONGEST_NS, firstNs << Math.min(failures, 20));
        failures++;
        long asked = TimeUnit.SECONDS.toNanos(Math.min(LONGEST_RETRY_AFTER_S, facts.seconds()));
        return Math.max(asked, (long) (fullNs * (0.5 + 0.5 * facts.chance())));
    }

    /** Returns the state. */
    public RegistrationState state() {
        return state;
    }

    /** Returns how long the registration is to last, for REGISTER. */
    int requestedSeconds() {
        return requestedSeconds;
    }

    /** Returns when {@code DUE} is to come. */
    long dueNs() {
        return dueNs;
    }

    /** Returns whether the registrar sends calls here. */
    public boolean registered(long nowNs) {
        return registered && validUntilNs - nowNs > 0;
    }

    /** Returns when the registration is over unless it is refreshed. */
    public long validUntilNs() {
        return validUntilNs;
    }
}
