package io.sidetone.speech.deepgram;

import java.util.concurrent.ScheduledFuture;

/** One utterance on its way: where it lies on the service's audio clock, and its words. Event loop only. */
final class Utterance {
    /** How far words and positions may be off. */
    static final long SLACK_MS = 20;

    private static final long OPEN = Long.MAX_VALUE;

    final long token;
    final long beginMs;
    final Transcript words = new Transcript();

    /** Where it ends; far away while it is being spoken. */
    long endMs = OPEN;

    /** Where its last loud frame ends; set when it ends. */
    long loudMs;

    /** Up to where the service has said its last word. */
    long coveredMs;

    /** The service answered what was asked at its end. */
    boolean answered;

    /** The service hears a pause, and no words since. */
    boolean paused;

    /** The service said anything at all of it. */
    boolean heard;

    long firstAudioNs;
    long endedNs;
    ScheduledFuture<?> deadline;
    private String published = "";
    private boolean timed;

    Utterance(long token, long beginMs) {
        this.token = token;
        this.beginMs = beginMs;
        this.coveredMs = beginMs;
    }

    boolean open() {
        return endMs == OPEN;
    }

    /** Whether a stretch of the audio clock concerns it. */
    boolean touches(long fromMs, long toMs) {
        return toMs > beginMs && fromMs < endMs;
    }

    void end(long atMs, long lastLoudMs, long nowNs) {
        endMs = atMs;
        loudMs = lastLoudMs;
        endedNs = nowNs;
    }

    void forget() {
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    /** Returns the words if they are news, else null. */
    String news() {
        String text = words.text();
        if (text.isEmpty() || text.equals(published)) {
            return null;
        }
        published = text;
        return text;
    }

    /** Whether these are its first words: once. */
    boolean firstWords() {
        boolean first = !timed;
        timed = true;
        return first;
    }
}
