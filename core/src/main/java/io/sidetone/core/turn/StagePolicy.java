package io.sidetone.core.turn;

/**
 * Rules of a policy for one stage; null means what the policy says for all of them.
 *
 * @param allowBargeIn whether speech takes the floor; otherwise it becomes the caller's next turn
 * @param protectionMs how long the stage cannot be interrupted after its start
 * @param yieldMs speech that pauses the agent
 * @param minSpeechMs speech that takes the floor
 */
public record StagePolicy(Boolean allowBargeIn, Integer protectionMs, Integer yieldMs, Integer minSpeechMs) {
    /** Says nothing of its own. */
    public static final StagePolicy INHERITED = new StagePolicy(null, null, null, null);

    /** Returns this policy with {@code key} changed; null where a stage has no such value. */
    StagePolicy with(String key, Object value) {
        return switch (key) {
            case "allowBargeIn" -> new StagePolicy((Boolean) value, protectionMs, yieldMs, minSpeechMs);
            case "protectionMs" -> new StagePolicy(allowBargeIn, (Integer) value, yieldMs, minSpeechMs);
            case "yieldMs" -> new StagePolicy(allowBargeIn, protectionMs, (Integer) value, minSpeechMs);
            case "minSpeechMs" -> new StagePolicy(allowBargeIn, protectionMs, yieldMs, (Integer) value);
            default -> null;
        };
    }

    /** Returns the value of {@code key}, or null. */
    Object value(String key) {
        return switch (key) {
            case "allowBargeIn" -> allowBargeIn;
            case "protectionMs" -> protectionMs;
            case "yieldMs" -> yieldMs;
            case "minSpeechMs" -> minSpeechMs;
            default -> null;
        };
    }
}
