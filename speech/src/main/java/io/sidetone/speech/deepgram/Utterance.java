package io.sidetone.speech.deepgram;

import java.util.concurrent.ScheduledFuture;

/** One utterance: its place on the service's audio clock, and its words. Event loop only. */
final class Utterance {
    /** The error of positions that is accepted. */
    static final long SLACK_MS = 20;

    private static final long OPEN = Long.MAX_VALUE;

    final long token;
    final long beginMs;
    final Transcript words = new Transcript();

    /** Its end; far in the future while the caller speaks. */
    long endMs = OPEN;

    /** The end of its last loud frame; set when the utterance ends. */
    long loudMs;

    /** The position up to which the service has sent all words. */
    long coveredMs;

    /** The service answered the request at the utterance's end. */
    boolean answered;

    /** The service reported a pause, and no words since. */
    boolean paused;

    /** The service reported anything about the utterance. */
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

    /** Returns whether a stretch of the audio clock overlaps it. */
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

    /** Returns the words if they are new, else null. */
    String news() {
        String text = words.text();
        if (text.isEmpty() || text.equals(published)) {
            return null;
        }
        published = text;
        return text;
    }

    /** Returns true once, for its first words. */
    boolean firstWords() {
        boolean first = !timed;
        timed = true;
        return first;
    }
}
