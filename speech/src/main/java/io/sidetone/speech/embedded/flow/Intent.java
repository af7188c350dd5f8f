package io.sidetone.speech.embedded.flow;

import java.util.List;

/**
 * Something that the caller may ask for in a state.
 *
 * @param name in the flow file
 * @param phrases the phrases for it
 * @param key digits for it, or empty
 * @param keysOf list whose entries' digits select it with that entry's value, or null
 * @param number number that the caller keys, stored under the intent's name; or null
 * @param kind effect of the intent
 * @param outcome next step, unless an action decides
 * @param action action that it requests, or null
 */
record Intent(
        String name,
        List<Phrase> phrases,
        String key,
        ValueList keysOf,
        KeyedNumber number,
        Kind kind,
        Outcome outcome,
        ActionRequest action) {

    /** Returns whether it takes a number that nobody may keep. */
    boolean secret() {
        return number != null && number.secret();
    }

    /** The effect of an intent. */
    enum Kind {
        /** Answers and continues. */
        ANSWER,
        /** Says the last response again. */
        REPEAT,
        /** Says goodbye and hangs up. */
        END
    }

    /**
     * The answer, the next state, and the slots to clear.
     *
     * @param answer template, or empty
     * @param next state, or empty to stay
     * @param forget slots to clear
     */
    record Outcome(String answer, String next, List<String> forget) {
        static final Outcome NONE = new Outcome("", "", List.of());
    }
}
