package io.sidetone.speech.deepgram;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.EventLog;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.embedded.sphinx.RecognizerLog;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import java.util.List;

/** A call that speaks to a recognizer, frame by frame as the lane does. */
public final class ListenCall implements AutoCloseable {
    public final Fence fence = new Fence();
    public final EngineMeter meter = new EngineMeter("stt", EngineKind.RECOGNIZER);
    public final TestTime time = new TestTime();
    public final EngineNet net = time.net(1);
    public final LoopbackServer server;
    public RecognizerLog events = new RecognizerLog();
    private Recognizer recognizer;
    private RecognizerSession session;

    public ListenCall(LoopbackServer server) {
        this.server = server;
    }

    /** Opens a session of {@code engine}. */
    public ListenCall open(Recognizer engine) {
        recognizer = engine;
        session = engine.open(Calls.call(fence), events);
        return this;
    }

    /** Opens the next session with a log of its own, as the call does when one died. */
    public ListenCall reopen() {
        return reopen(recognizer);
    }

    /** The same with another engine. */
    public ListenCall reopen(Recognizer engine) {
        session.close();
        log().await("closed");
        events = new RecognizerLog();
        return open(engine);
    }

    public EventLog log() {
        return events.log;
    }

    public ListenCall ready() {
        log().await("ready");
        return this;
    }

    public ListenCall start(long token) {
        session.start(token, ListenHint.OPEN);
        return this;
    }

    public ListenCall say(String words) {
        return frames(CodedSpeech.say(recognizer.sampleRateHz(), words));
    }

    public ListenCall silence(int ms) {
        return frames(CodedSpeech.silence(recognizer.sampleRateHz(), ms));
    }

    private ListenCall frames(short[] pcm) {
        int frame = recognizer.sampleRateHz() / 50;
        for (int at = 0; at + frame <= pcm.length; at += frame) {
            int from = at;
            Eventually.holds("room for a frame", () -> session.audio(pcm, from, frame));
        }
        return this;
    }

    public ListenCall end(long token) {
        session.end(token, true);
        return this;
    }

    public ListenCall cancel(long token) {
        session.cancel(token);
        return this;
    }

    public String result(long token) {
        return log().await(
                        line -> line.startsWith("final " + token + " ") || line.startsWith("failed " + token + " "),
                        "an answer to " + token);
    }

    public List<String> lines(String start) {
        return log().lines().stream().filter(line -> line.startsWith(start)).toList();
    }

    public void hangUp() {
        session.close();
    }

    /** Ends the call; nothing must be left of it. */
    @Override
    public void close() {
        try {
            session.close();
            log().await("closed");
            Eventually.holds("no connection is left", () -> net.openConnections() == net.idleConnections());
            assertThat(lines("closed")).hasSize(1);
            assertThat(server.violations()).isEmpty();
        } finally {
            net.close();
            server.close();
        }
    }
}
