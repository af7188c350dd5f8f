package io.sidetone.speech.embedded.flow;

import java.util.Map;

/**
 * Values that a caller may name, such as the days of the week.
 *
 * @param name name of the list and of its slot
 * @param entries by value, in order
 */
record ValueList(String name, Map<String, Entry> entries) {
    /**
     * One value.
     *
     * @param say what callers say for it
     * @param speak what the agent says for it
     * @param key digits for it, or empty
     */
    record Entry(Phrase say, String speak, String key) {}
}
