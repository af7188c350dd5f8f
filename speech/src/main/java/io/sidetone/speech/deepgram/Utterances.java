package io.sidetone.speech.deepgram;

import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.meter.FinalWait;
import io.sidetone.speech.net.NetFailures;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The utterances of one call whose words are still expected: the present one, and earlier ones that ended without their
 * last words. Finals are published in the order of speech. Event loop only.
 */
final class Utterances {
    /** The service may send nothing at all for so little audio. */
    private static final int SHORT_MS = 1_000;

    /**
     * Utterances in a row without any message, after which the service counts as connected but not working. A short
     * utterance may be only noise and counts half.
     */
    private static final int DEAF_RUN = 4;

    private static final int LONG_WEIGHT = 2;
    private static final int SHORT_WEIGHT = 1;

    private final Fence fence;
    private final RecognizerEvents events;
    private final EngineMeter meter;
    private final DeepgramSocket socket;
    private final AudioUplink uplink;
    private final FinalWait wait;
    private final Deque<Utterance> live = new ArrayDeque<>();
    private Utterance current;
    private int deafRun;

    Utterances(
            Fence fence,
            RecognizerEvents events,
            EngineMeter meter,
            DeepgramSocket socket,
            AudioUplink uplink,
            FinalWait wait) {
        this.fence = fence;
        this.events = events;
        this.meter = meter;
        this.socket = socket;
        this.uplink = uplink;
        this.wait = wait;
    }

    Iterable<Utterance> live() {
        return live;
    }

    /** Returns whether the caller speaks an utterance now. */
    boolean speaking() {
        return current != null;
    }

    /** Returns whether an utterance has ended without its last words. */
    boolean due() {
        return !live.isEmpty() && live.peek() != current;
    }

    /** Begins an utterance; drops one that was not ended. */
    void begin(long token) {
        if (current != null) {
            drop(current.token);
        }
        meter.requests.increment();
        if (!socket.up()) {
            meter.failures.increment();
            events.failed(token, NetFailures.closed(socket.service(), 0, "the session is gone"));
            return;
        }
        current = new Utterance(token, uplink.positionMs());
        live.add(current);
    }

    void frame(short[] pcm, int offset, int samples) {
        if (current != null) {
            if (current.firstAudioNs == 0) {
                current.firstAudioNs = socket.nowNs();
            }
            uplink.add(pcm, offset, samples);
        }
    }

    /** Ends the present utterance; returns it, or null if {@code token} is another. */
    Utterance end(long token) {
        if (current == null || current.token != token) {
            return null;
        }
        Utterance ended = current;
        uplink.flush();
        if (current == null) {
            // The connection was lost before its last audio was sent.
            return null;
        }
        current = null;
        ended.end(uplink.positionMs(), uplink.loudMs(), socket.nowNs());
        return ended;
    }

    /** Drops {@code token}; returns whether the service has audio of it. */
    boolean drop(long token) {
        for (Utterance utterance : live) {
            if (utterance.token == token) {
                live.remove(utterance);
                utterance.forget();
                meter.cancelled.increment();
                if (utterance == current) {
                    current = null;
                    uplink.discard();
                }
                return uplink.positionMs() > utterance.beginMs;
            }
        }
        return false;
    }

    /**
     * Sets the deadline for the words of {@code ended}: the service's usual time for the last words, a longer one for
     * the first.
     */
    void await(Utterance ended) {
        if (live.contains(ended)) {
            int usualMs = wait.ms();
            ended.deadline = socket.loop().schedule(() -> late(ended, usualMs), usualMs, TimeUnit.MILLISECONDS);
        }
    }

    private void late(Utterance ended, int waitedMs) {
        int mostMs = wait.mostMs();
        if (waitedMs == mostMs || !ended.words.text().isEmpty()) {
            expired(ended);
        } else {
            ended.deadline =
                    socket.loop().schedule(() -> late(ended, mostMs), mostMs - waitedMs, TimeUnit.MILLISECONDS);
        }
    }

    /** The wait is over: the words so far become final. A missing answer is accepted only for little audio. */
    private void expired(Utterance ended) {
        wait.missed();
        if (ended.heard) {
            answered(ended);
            return;
        }
        boolean brief = ended.endMs - ended.beginMs < SHORT_MS;
        deafRun += brief ? SHORT_WEIGHT : LONG_WEIGHT;
        EngineFailure failure = NetFailures.timeout(socket.service(), "any word on an utterance", wait.mostMs());
        if (brief) {
            publish(ended);
        } else {
            live.remove(ended);
            meter.failures.increment();
            events.failed(ended.token, failure);
        }
        if (deafRun >= DEAF_RUN) {
            socket.fail(failure);
        }
    }

    /** Publishes the words of {@code utterance} so far, if it is the present one and they are new. */
    void partial(Utterance utterance) {
        partial(utterance, false);
    }

    /** The same; words that the service considers {@code complete} are published even if there are none. */
    void partial(Utterance utterance, boolean complete) {
        if (fence.isDead(utterance.token)) {
            return;
        }
        String news = utterance.news();
        String text = news == null && complete ? utterance.words.text() : news;
        if (text == null || text.isBlank()) {
            return;
        }
        if (utterance.firstWords()) {
            meter.first(socket.nowNs() - utterance.firstAudioNs);
        }
        if (utterance.open() && complete) {
            events.judged(utterance.token, text, SentenceEnd.COMPLETE);
        } else if (utterance.open()) {
            events.partial(utterance.token, text);
        }
    }

    /** The words of {@code utterance} so far were made with the audio up to {@code toMs} on the service's clock. */
    void covers(Utterance utterance, long toMs) {
        if (utterance.open()
                && !fence.isDead(utterance.token)
                && !utterance.words.text().isEmpty()) {
            events.covers(utterance.token, (int) Math.max(0, uplink.positionMs() - toMs));
        }
    }

    /** Publishes the utterances that have ended and are {@code complete}, the oldest first. */
    void settle(Predicate<Utterance> complete) {
        for (Utterance head = live.peek(); head != null && !head.open(); head = live.peek()) {
            if (!complete.test(head)) {
                return;
            }
            if (head.deadline != null) {
                wait.came(socket.nowNs() - head.endedNs);
            }
            answered(head);
        }
    }

    private void answered(Utterance ended) {
        deafRun = 0;
        publish(ended);
    }

    private void publish(Utterance ended) {
        live.remove(ended);
        ended.forget();
        if (fence.isDead(ended.token)) {
            meter.lateDropped.increment();
            return;
        }
        meter.whole(socket.nowNs() - ended.endedNs);
        events.finalTranscript(ended.token, ended.words.text());
    }

    /** The connection is lost: known words become final; utterances without words fail with the session. */
    void lost(EngineFailure failure) {
        Deque<Utterance> failed = new ArrayDeque<>();
        for (Utterance utterance : live) {
            utterance.forget();
            if (!utterance.open() && !utterance.words.text().isEmpty() && !fence.isDead(utterance.token)) {
                events.finalTranscript(utterance.token, utterance.words.text());
            } else {
                failed.add(utterance);
            }
        }
        live.clear();
        current = null;
        uplink.discard();
        events.failed(Token.NONE, failure);
        for (Utterance utterance : failed) {
            meter.failures.increment();
            if (!fence.isDead(utterance.token)) {
                events.failed(utterance.token, failure);
            }
        }
    }

    /** Drops everything that is pending. */
    void forget() {
        live.forEach(Utterance::forget);
        live.clear();
        current = null;
        uplink.discard();
    }
}
