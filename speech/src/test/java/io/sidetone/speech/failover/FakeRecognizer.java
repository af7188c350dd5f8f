package io.sidetone.speech.failover;

import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import java.util.ArrayList;
import java.util.List;

/** A recognizer that a test speaks for. */
final class FakeRecognizer implements Recognizer {
    final List<String> asked = new ArrayList<>();
    final List<Short> heard = new ArrayList<>();
    private final int rateHz;
    RecognizerEvents events;
    int room = Integer.MAX_VALUE;
    int opened;
    boolean opens = true;
    boolean givesEvidence;
    boolean hearsWords = true;
    final List<String> line = new ArrayList<>();

    FakeRecognizer(int rateHz) {
        this.rateHz = rateHz;
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents answered) {
        events = answered;
        opened++;
        if (opens) {
            answered.ready();
        }
        return new RecognizerSession() {
            @Override
            public void start(long token, ListenHint hint) {
                asked.add("start " + token);
                heard.clear();
            }

            @Override
            public boolean audio(short[] pcm, int offset, int samples) {
                if (room <= 0) {
                    return false;
                }
                room--;
                for (int i = 0; i < samples; i++) {
                    heard.add(pcm[offset + i]);
                }
                return true;
            }

            @Override
            public boolean hear(short[] pcm, int offset, int samples, long streamPosMs) {
                line.add(samples + " samples at " + streamPosMs + ": " + pcm[offset]);
                return true;
            }

            @Override
            public void end(long token, boolean replyExpected) {
                asked.add("end " + token + (replyExpected ? "" : " without a reply"));
            }

            @Override
            public void pauses(long token) {
                asked.add("pauses " + token);
            }

            @Override
            public void goesOn(long token) {
                asked.add("goesOn " + token);
            }

            @Override
            public void cancel(long token) {
                asked.add("cancel " + token);
            }

            @Override
            public void close() {
                asked.add("close");
                answered.closed();
            }
        };
    }

    void fails(long token, String code) {
        events.failed(token, new EngineFailure(code, "it " + code, true));
    }

    @Override
    public int sampleRateHz() {
        return rateHz;
    }

    @Override
    public Recognizer.Capabilities capabilities() {
        return new Recognizer.Capabilities(false, givesEvidence, hearsWords);
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up("fake");
    }
}
