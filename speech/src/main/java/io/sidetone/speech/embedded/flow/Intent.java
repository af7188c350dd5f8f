package io.sidetone.speech.embedded.flow;

import java.util.List;

/**
 * Something the caller may want in a state.
 *
 * @param name in the flow file
 * @param phrases how it is said
 * @param key digits that stand for it, or empty
 * @param keysOf list whose entries' digits stand for it with that value, or null
 * @param kind what it does
 * @param outcome what follows, unless an action decides
 * @param action what it has carried out, or null
 */
record Intent(
        String name,
        List<Phrase> phrases,
        String key,
        ValueList keysOf,
        Kind kind,
        Outcome outcome,
        ActionRequest action) {

    /** What an intent does. */
    enum Kind {
        /** Answers and moves on. */
        ANSWER,
        /** Says the last response again. */
        REPEAT,
        /** Says goodbye and hangs up. */
        END
    }

    /**
     * What is said, where the dialogue goes, what it forgets.
     *
     * @param answer template, or empty
     * @param next state, or empty to stay
     * @param forget slots
     */
    record Outcome(String answer, String next, List<String> forget) {
        static final Outcome NONE = new Outcome("", "", List.of());
    }
}
