package io.sidetone.speech.embedded;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.embedded.sphinx.RecognizerLog;

/** Utterances that a test says to a recognizer of this process, and what came back. */
public final class SpokenUtterances {
    private SpokenUtterances() {}

    /** The next call's decoder may still be opening. */
    public static RecognizerSession awaitSession(Recognizer recognizer, RecognizerLog events) {
        RecognizerSession session = recognizer.open(Calls.call(new Fence()), events);
        for (long token = 1; ; token++) {
            session.start(token, ListenHint.OPEN);
            session.end(token, true);
            String first = " " + token + " ";
            String answer = events.log.await(line -> line.contains(first), "an answer to" + first);
            if (answer.startsWith("final")) {
                return session;
            }
        }
    }

    public static String recognize(RecognizerSession session, EventLog log, String grammar, short[] pcm, long token) {
        session.start(token, new ListenHint(grammar, 1, '#'));
        for (int at = 0; at + 320 <= pcm.length; ) {
            if (session.audio(pcm, at, 320)) {
                at += 320;
            } else {
                java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
            }
        }
        session.end(token, true);
        String start = "final " + token + " ";
        return log.await(start).substring(start.length());
    }
}
