package io.sidetone.core.floor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A call as the Vantum document sees it: six states, and the transitions of its table (VAN-12, VAN-14, VAN-15). It follows
 * the floor and has no state machine of its own; a change outside the table is counted, and none occurs.
 */
public final class VantumView {
    private static final String INITIALIZING = "INITIALIZING";
    private static final String LISTENING = "LISTENING";
    private static final String THINKING = "THINKING";
    private static final String RESPONDING = "RESPONDING";
    private static final String INTERRUPTED = "INTERRUPTED";
    private static final String ENDED = "ENDED";

    private static final Map<String, Set<String>> TABLE = Map.of(
            INITIALIZING, Set.of(LISTENING, ENDED),
            LISTENING, Set.of(THINKING, ENDED),
            THINKING, Set.of(RESPONDING, LISTENING, ENDED),
            RESPONDING, Set.of(LISTENING, INTERRUPTED, ENDED),
            INTERRUPTED, Set.of(LISTENING, ENDED),
            ENDED, Set.of());

    private String state;
    private long stayedNs;
    private long violations;

    /**
     * One change of the view.
     *
     * @param from name before
     * @param to name after
     * @param nowNs when
     * @param durationNs how long the view showed {@code from}
     */
    public record Change(String from, String to, long nowNs, long durationNs) {}

    /** Returns the present name, or null before the call connects. */
    public String state() {
        return state;
    }

    /** Changes that the document's table does not have. */
    public long violations() {
        return violations;
    }

    /** Follows a transition of the floor; returns the change of the view, or null where it shows the same name. */
    public Change moved(FloorTransition move) {
        String next = move.views().vantum();
        stayedNs += move.timeInFromNs();
        if (next == null || next.equals(state)) {
            return null;
        }
        String from = state;
        long durationNs = stayedNs;
        state = next;
        stayedNs = 0;
        if (from == null) {
            return null;
        }
        if (!allowed(from, next)) {
            violations++;
        }
        return new Change(from, next, move.nowNs(), durationNs);
    }

    /** Returns whether the document's table has a transition from {@code from} to {@code to}. */
    public static boolean allowed(String from, String to) {
        return TABLE.getOrDefault(from, Set.of()).contains(to);
    }

    /** Returns the changes of the view in a transition log. */
    public static List<Change> changes(List<FloorTransition> log) {
        VantumView view = new VantumView();
        List<Change> changes = new ArrayList<>();
        for (FloorTransition move : log) {
            Change change = view.moved(move);
            if (change != null) {
                changes.add(change);
            }
        }
        return changes;
    }

    /** Returns the document's error text for a trigger that the floor refused while the view showed {@code from}. */
    public static String refusal(String from, FloorTrigger trigger, String callId) {
        return "Invalid state transition: " + (from == null ? "none" : from) + " → " + target(trigger) + " for session "
                + callId;
    }

    private static String target(FloorTrigger trigger) {
        return switch (trigger) {
            case CONNECT -> INITIALIZING;
            case FINAL_TRANSCRIPT, RESPONSE_TOOL, ACTION_RESULT -> THINKING;
            case RESPONSE_AUDIO, ANNOUNCE -> RESPONDING;
            case BARGE_IN, YIELD -> INTERRUPTED;
            case SESSION_CLOSE, SETUP_FAILED, RELEASED -> ENDED;
            default -> LISTENING;
        };
    }
}
