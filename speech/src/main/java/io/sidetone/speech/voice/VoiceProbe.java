package io.sidetone.speech.voice;

import io.netty.channel.EventLoop;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.net.Deadlines;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Requests one spoken word, which no caller hears. */
public final class VoiceProbe implements SynthesisEvents {
    private static final long TOKEN = 16;
    private static final int CREDIT_MS = 10_000;
    private static final String WORD = "Hello.";

    private final EventLoop loop;
    private final CompletableFuture<EngineHealth> result = new CompletableFuture<>();
    private SynthesisSession session;
    private boolean asked;
    private volatile EngineHealth outcome;

    private VoiceProbe(EventLoop loop) {
        this.loop = loop;
    }

    /** Tries {@code voice}; completes with its first audio, its failure, or when {@code deadlines} have passed. */
    public static CompletableFuture<EngineHealth> run(Synthesizer voice, EventLoop loop, Deadlines deadlines) {
        VoiceProbe probe = new VoiceProbe(loop);
        CallContext noCandidate = new CallContext("probe", "probe", "", "", 1, new Fence());
        loop.execute(() -> probe.begin(voice, noCandidate));
        long ms = 2L * deadlines.connectMs() + deadlines.firstByteMs() + deadlines.silenceMs();
        ScheduledFuture<?> limit =
                loop.schedule(() -> probe.settle(false, "no answer within " + ms + " ms"), ms, TimeUnit.MILLISECONDS);
        probe.result.whenComplete((found, never) -> limit.cancel(false));
        return probe.result;
    }

    private void begin(Synthesizer voice, CallContext noCandidate) {
        session = voice.open(noCandidate, this);
        ask();
    }

    private void ask() {
        // A voice may be ready before its session is known here.
        if (asked && session != null) {
            session.credit(TOKEN, CREDIT_MS);
            session.speak(TOKEN, 0, WORD);
        }
    }

    /** Reports the result when everything is closed. */
    private void settle(boolean ok, String detail) {
        if (outcome == null) {
            outcome = new EngineHealth(ok, detail);
            session.close();
        }
    }

    @Override
    public void ready() {
        loop.execute(() -> {
            asked = true;
            ask();
        });
    }

    @Override
    public void audio(long token, int clause, PcmChunk chunk) {
        loop.execute(() -> settle(true, "answered with audio of " + chunk.sampleRateHz() + " Hz"));
    }

    @Override
    public void done(long token, int clause) {
        loop.execute(() -> settle(token == Token.NONE, "answered without audio"));
    }

    @Override
    public void failed(long token, int clause, EngineFailure failure) {
        loop.execute(() -> settle(false, failure.message()));
    }

    @Override
    public void closed() {
        result.complete(outcome != null ? outcome : EngineHealth.down("closed by itself"));
    }
}
