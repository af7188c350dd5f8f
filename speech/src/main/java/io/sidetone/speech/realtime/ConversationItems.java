package io.sidetone.speech.realtime;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Token;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The conversation as the call knows it; a new session receives it. Event loop only. */
final class ConversationItems {
    private static final int MOST_ENTRIES = 80;
    private static final int MOST_CORRECTIONS = 64;

    private final List<History.Entry> entries = new ArrayList<>();

    /** Words of the caller that were transcribed too late. */
    private final Map<Long, String> corrections = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
            return size() > MOST_CORRECTIONS;
        }
    };

    private long firstToken = Token.NONE;

    /** Sets the first turn of this connection; it has not heard older turns. */
    void begin(long token) {
        if (firstToken == Token.NONE) {
            firstToken = token;
        }
    }

    void snapshot(History.Snapshot history) {
        entries.clear();
        int from = Math.max(0, history.entries().size() - MOST_ENTRIES);
        entries.addAll(history.entries().subList(from, history.entries().size()));
    }

    /** Adds {@code text}, which the agent said and the caller heard. */
    void said(long token, String text, boolean interrupted) {
        if (!text.isBlank()) {
            entries.add(new History.Entry(History.Role.ASSISTANT, token, text, interrupted, ""));
        }
    }

    /** Adds the caller's words of turn {@code token}, which became known late. */
    void written(long token, String text) {
        corrections.put(token, text);
    }

    /** Returns the whole conversation as items, in order. */
    List<ObjectNode> items() {
        List<ObjectNode> items = new ArrayList<>();
        for (History.Entry entry : entries) {
            add(items, entry, null);
        }
        return items;
    }

    /**
     * Returns the items from before this connection, the last first; each goes to the beginning. Returns them once,
     * without the input that is to be answered now.
     */
    List<ObjectNode> earlier() {
        List<ObjectNode> items = new ArrayList<>();
        int last = entries.size() - 1;
        while (last >= 0 && entries.get(last).role() == History.Role.USER) {
            last--;
        }
        for (int i = last; i >= 0; i--) {
            if (entries.get(i).token() < firstToken) {
                add(items, entries.get(i), "root");
            }
        }
        announced();
        return items;
    }

    /** Notes that the session has received everything. */
    void announced() {
        if (!entries.isEmpty()) {
            firstToken = Long.MIN_VALUE;
        }
    }

    private void add(List<ObjectNode> items, History.Entry entry, String previous) {
        String text = corrections.getOrDefault(entry.token(), entry.text());
        if (!text.isBlank()) {
            String marked = entry.interrupted() ? text + " …" : text;
            items.add(ClientEvents.message(entry.role().name().toLowerCase(Locale.ROOT), marked, previous));
        }
    }
}
