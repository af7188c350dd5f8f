package io.sidetone.speech.embedded.flow;

import java.util.Map;

/**
 * Values a caller may name, such as the days of the week.
 *
 * @param name of the list, and of the slot its values are kept in
 * @param entries by value, in order
 */
record ValueList(String name, Map<String, Entry> entries) {
    /**
     * One value.
     *
     * @param say how callers say it
     * @param speak how the agent says it
     * @param key digits that stand for it, or empty
     */
    record Entry(Phrase say, String speak, String key) {}
}
