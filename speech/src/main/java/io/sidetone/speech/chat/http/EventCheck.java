package io.sidetone.speech.chat.http;

/** Looks at each event of an answer before LangChain4j does. The loop of its exchange only. */
public interface EventCheck {
    /** Lets every event pass as it is. */
    EventCheck NONE = new EventCheck() {
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
     * A whole event.
     *
     * @param name of its {@code event:} line, or null
     * @param data its {@code data:} lines, joined
     * @return what LangChain4j is to read, or null when it is to read nothing
     * @throws EngineException when the answer has failed; the connection is closed then
     */
    String event(String name, String data);

    /** Whether the answer is complete after this event, whatever the connection does. */
    boolean last(String data);

    /** The body is over, and LangChain4j was notified. */
    void ended();
}
