package io.sidetone.speech.chat.http;

/** Reads each event of an answer before LangChain4j does. The loop of its exchange only. */
public interface SseErrorFilter {
    /** Passes every event unchanged. */
    SseErrorFilter NONE = new SseErrorFilter() {
        @Override
        public String event(String name, String data) {
            return data;
        }

        @Override
        public boolean last(String data) {
            return false;
        }

        @Override
        public void ended() {}
    };

    /**
     * Handles a whole event.
     *
     * @param name of its {@code event:} line, or null
     * @param data its {@code data:} lines, joined
     * @return the data for LangChain4j, or null to skip the event
     * @throws EngineException when the answer has failed; the connection is closed then
     */
    String event(String name, String data);

    /** Returns whether this event completes the answer, whatever the connection does afterwards. */
    boolean last(String data);

    /** The body has ended, and LangChain4j was notified. */
    void ended();
}
