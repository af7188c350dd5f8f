package io.sidetone.speech.transcription;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ExchangeListener;
import io.sidetone.speech.net.Probe;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Recognition by any service with OpenAI's audio/transcriptions: one upload per utterance, over a connection that is
 * opened ahead.
 */
public final class TranscriptionRecognizer implements Recognizer, Probe {
    private static final int PROBE_MS = 500;

    private final EngineNet net;
    private final TranscriptionSettings settings;
    private final EngineMeter meter;
    private final LongSupplier nanoClock;

    /** Creates the engine; opens no connection yet. */
    public TranscriptionRecognizer(
            EngineNet net, TranscriptionSettings settings, EngineMeter meter, LongSupplier nanoClock) {
        this.net = net;
        this.settings = settings;
        this.meter = meter;
        this.nanoClock = nanoClock;
    }

    @Override
    public RecognizerSession open(CallContext call, RecognizerEvents events) {
        return new TranscriptionSession(net, settings, call.fence(), events, meter.forCall(call), nanoClock).open();
    }

    @Override
    public int sampleRateHz() {
        return settings.access().sampleRateHz();
    }

    @Override
    public Capabilities capabilities() {
        return Capabilities.TRANSCRIPTS;
    }

    @Override
    public EngineHealth health() {
        return EngineHealth.up(settings.access().model());
    }

    /** Asks for the transcript of half a second of silence. */
    @Override
    public CompletableFuture<EngineHealth> probe() {
        CompletableFuture<EngineHealth> result = new CompletableFuture<>();
        TranscriptAnswer answer = new TranscriptAnswer(settings, meter);
        AtomicReference<Runnable> cancel = new AtomicReference<>(() -> {});
        EventLoop loop = net.next();
        short[] silence = new short[settings.access().sampleRateHz() / 1_000 * PROBE_MS];
        ExchangeListener listener = new ExchangeListener() {
            @Override
            public void head(int status, HttpHeaders headers) {
                answer.head(status, headers);
            }

            @Override
            public void body(ByteBuf piece) {
                EngineFailure useless = answer.body(piece);
                if (useless != null) {
                    cancel.get().run();
                    done(useless);
                }
            }

            @Override
            public void end() {
                done(answer.end());
            }

            @Override
            public void failed(EngineFailure failure) {
                done(failure);
            }

            private void done(EngineFailure failure) {
                result.complete(
                        failure == null
                                ? EngineHealth.up(
                                        "transcribed with " + settings.access().model())
                                : EngineHealth.down(failure.message()));
            }
        };
        loop.execute(() -> cancel.set(net.send(loop, UploadForm.request(settings, silence), listener)::cancel));
        return result;
    }
}
