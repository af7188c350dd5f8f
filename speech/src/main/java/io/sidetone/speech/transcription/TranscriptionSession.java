package io.sidetone.speech.transcription;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.sidetone.audio.SampleRate;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.RecognizerEvents;
import io.sidetone.core.port.RecognizerSession;
import io.sidetone.speech.feed.FedSession;
import io.sidetone.speech.feed.UtteranceFeed;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ExchangeListener;
import io.sidetone.speech.net.ExchangeRequest;
import io.sidetone.speech.net.NetFailures;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Transcription of one call: each utterance is recorded, and sent when it ends. Transcripts are published in the order
 * of speech. A failure concerns only one utterance, because there is no lasting connection.
 */
final class TranscriptionSession implements UtteranceFeed.Sink {
    private static final int RING_FRAMES = 128;

    /** A shorter utterance is no word, and some services refuse it. */
    private static final int SHORTEST_MS = 100;

    private final EngineNet net;
    private final EventLoop loop;
    private final TranscriptionSettings settings;
    private final Fence fence;
    private final RecognizerEvents events;
    private final EngineMeter meter;
    private final LongSupplier clock;
    private final ExchangeRequest warm;
    private final Deque<Upload> uploads = new ArrayDeque<>();
    private Upload current;

    TranscriptionSession(
            EngineNet net,
            TranscriptionSettings settings,
            Fence fence,
            RecognizerEvents events,
            EngineMeter meter,
            LongSupplier clock) {
        this.net = net;
        this.loop = net.next();
        this.settings = settings;
        this.fence = fence;
        this.events = events;
        this.meter = meter;
        this.clock = clock;
        this.warm = UploadForm.request(settings, new short[0]);
    }

    RecognizerSession open() {
        net.warm(loop, warm);
        loop.execute(events::ready);
        return new FedSession(new UtteranceFeed(
                loop,
                this,
                RING_FRAMES,
                SampleRate.frameSamples(settings.access().sampleRateHz())));
    }

    @Override
    public void begin(long token, ListenHint hint) {
        if (current != null) {
            drop(current.token);
        }
        uploads.removeIf(this::dropDead);
        meter.requests.increment();
        int most = (int) ((long) settings.maxUtteranceMs() * settings.access().sampleRateHz() / 1_000);
        current = new Upload(token, most, new TranscriptAnswer(settings, meter));
        uploads.add(current);
        // The idle connection may be closed by now; this opens one in time for the end of the utterance.
        net.warm(loop, warm);
    }

    private boolean dropDead(Upload upload) {
        boolean dead = fence.isDead(upload.token);
        if (dead) {
            upload.abandon();
            meter.cancelled.increment();
        }
        return dead;
    }

    @Override
    public void frame(short[] pcm, int offset, int samples) {
        if (current != null && !current.record(pcm, offset, samples)) {
            meter.lateDropped.increment();
        }
    }

    @Override
    public void end(long token, boolean replyExpected) {
        if (current == null || current.token != token) {
            return;
        }
        Upload ended = current;
        current = null;
        ended.askedNs = clock.getAsLong();
        int ms = (int) (ended.samples() * 1_000L / settings.access().sampleRateHz());
        if (ms < SHORTEST_MS) {
            settle(ended, null);
            return;
        }
        meter.audioMs.add(ms);
        ended.deadline = loop.schedule(
                () -> {
                    ended.exchange.cancel();
                    settle(ended, NetFailures.timeout(settings.access().name(), "a transcript", settings.answerMs()));
                },
                settings.answerMs(),
                TimeUnit.MILLISECONDS);
        ended.exchange = net.send(loop, UploadForm.request(settings, ended.take()), listener(ended));
    }

    @Override
    public void drop(long token) {
        for (Upload upload : uploads) {
            if (upload.token == token) {
                uploads.remove(upload);
                upload.abandon();
                meter.cancelled.increment();
                current = current == upload ? null : current;
                publish();
                return;
            }
        }
    }

    @Override
    public void over() {
        uploads.forEach(Upload::abandon);
        uploads.clear();
        current = null;
        events.closed();
    }

    private ExchangeListener listener(Upload upload) {
        return new ExchangeListener() {
            @Override
            public void head(int status, HttpHeaders headers) {
                upload.answer.head(status, headers);
            }

            @Override
            public void body(ByteBuf piece) {
                EngineFailure useless = upload.answer.body(piece);
                if (useless != null) {
                    upload.exchange.cancel();
                    settle(upload, useless);
                } else {
                    partial(upload);
                }
            }

            @Override
            public void end() {
                settle(upload, upload.answer.end());
            }

            @Override
            public void failed(EngineFailure failure) {
                settle(upload, failure);
            }
        };
    }

    private void partial(Upload upload) {
        String text = upload.answer.text();
        if (text.isEmpty() || text.equals(upload.published) || fence.isDead(upload.token)) {
            return;
        }
        if (upload.published.isEmpty()) {
            meter.first(clock.getAsLong() - upload.askedNs);
        }
        upload.published = text;
        events.partial(upload.token, text);
    }

    private void settle(Upload upload, EngineFailure failure) {
        if (upload.completed) {
            return;
        }
        upload.completed = true;
        upload.failure = failure;
        if (upload.deadline != null) {
            upload.deadline.cancel(false);
        }
        publish();
    }

    /** Publishes final transcripts up to the first utterance that is not final. */
    private void publish() {
        for (Upload head = uploads.peek(); head != null && head.completed; head = uploads.peek()) {
            uploads.poll();
            meter.failures.add(head.failure == null ? 0 : 1);
            if (fence.isDead(head.token)) {
                meter.lateDropped.increment();
            } else if (head.failure == null) {
                meter.whole(clock.getAsLong() - head.askedNs);
                events.finalTranscript(head.token, head.answer.text());
            } else {
                events.failed(head.token, head.failure);
            }
        }
    }
}
