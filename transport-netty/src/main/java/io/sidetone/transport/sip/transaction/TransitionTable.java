package io.sidetone.transport.sip.transaction;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A state machine as data: what each pair of state and event leads to. Pairs that are not listed are illegal.
 *
 * @param <S> the states
 * @param <E> the events
 * @param <A> what a transition asks its owner to do
 */
public final class TransitionTable<S extends Enum<S>, E extends Enum<E>, A extends Enum<A>> {
    private final Map<S, Map<E, Step<S, A>>> steps;

    private TransitionTable(Map<S, Map<E, Step<S, A>>> steps) {
        this.steps = steps;
    }

    /**
     * One legal transition.
     *
     * @param <S> the states
     * @param <A> the actions
     * @param next the state afterwards
     * @param actions what to do, in this order; empty when the event is merely absorbed
     */
    public record Step<S, A>(S next, List<A> actions) {}

    /** Returns the step for {@code event} in {@code state}, or null when that is illegal. */
    public Step<S, A> step(S state, E event) {
        return steps.get(state).get(event);
    }

    /** Starts an empty table. */
    public static <S extends Enum<S>, E extends Enum<E>, A extends Enum<A>> Builder<S, E, A> of(
            Class<S> states, Class<E> events) {
        return new Builder<>(states, events);
    }

    /**
     * Collects rows.
     *
     * @param <S> the states
     * @param <E> the events
     * @param <A> the actions
     */
    public static final class Builder<S extends Enum<S>, E extends Enum<E>, A extends Enum<A>> {
        private final Map<S, Map<E, Step<S, A>>> steps;

        private Builder(Class<S> states, Class<E> events) {
            steps = new EnumMap<>(states);
            for (S state : states.getEnumConstants()) {
                steps.put(state, new EnumMap<>(events));
            }
        }

        /** Adds one row; a second row for the same pair is a mistake in the table and refused. */
        @SafeVarargs
        @SuppressWarnings("varargs")
        public final Builder<S, E, A> on(S state, E event, S next, A... actions) {
            Step<S, A> previous = steps.get(state).put(event, new Step<>(next, List.copyOf(Arrays.asList(actions))));
            if (previous != null) {
                throw new IllegalArgumentException("two rows for " + event + " in " + state + "; keep one");
            }
            return this;
        }

        /** Ends the table. */
        public TransitionTable<S, E, A> build() {
            return new TransitionTable<>(steps);
        }
    }
}
