package io.sidetone.speech.fault;

import io.sidetone.core.port.Recognizer;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.deepgram.DeepgramRecognizer;
import io.sidetone.speech.deepgram.DeepgramRecognizerSettings;
import io.sidetone.speech.deepgram.FluxRecognizer;
import io.sidetone.speech.deepgram.FluxService;
import io.sidetone.speech.deepgram.FluxSettings;
import io.sidetone.speech.deepgram.ListenService;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.Peer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.transcription.TranscriptionRecognizer;
import io.sidetone.speech.transcription.TranscriptionService;
import io.sidetone.speech.transcription.TranscriptionSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Recognizers that are services. */
abstract class FaultyRecognizer extends FaultyService {
    private static final int SHORT_MS = 150;
    private static final int LONG_MS = 8_000;

    FaultyRecognizer(Set<Fault> without) {
        super(without);
    }

    /**
     * Makes the engine.
     *
     * @param hasty whether the end of patience with an utterance is awaited
     */
    abstract Recognizer engine(
            TestTime time,
            EngineNet net,
            EngineMeter meter,
            URI url,
            String key,
            Deadlines deadlines,
            boolean hasty,
            Path trust);

    /** Whether it makes the best of what it knows when {@code fault} cuts an utterance short. */
    abstract boolean saves(Fault fault);

    /** Whether the service sends something in the middle of an utterance; it does so now. */
    boolean interjects(Fault fault) {
        return false;
    }

    static boolean interjects(Fault fault, Supplier<Peer> peer, IntSupplier heardMs) {
        Eventually.holds("the utterance is on its way", () -> heardMs.getAsInt() > 100 || !fault.interrupts());
        switch (fault) {
            case GARBAGE -> {
                for (int i = 0; i < 3; i++) {
                    peer.get().text("{\"type\":,");
                }
            }
            case WRONG_KIND -> {
                for (int i = 0; i < 3; i++) {
                    peer.get().binary(new byte[320]);
                }
            }
            case HUGE -> peer.get().text("{\"type\":\"" + "x".repeat(10 << 20) + "\"}");
            case WRONG_RATE -> peer.get().close(1_008, "DATA-0000");
            default -> {
                return false;
            }
        }
        return true;
    }

    static final class Nova extends FaultyRecognizer {
        private final ListenService service = new ListenService(KEY);

        Nova() {
            super(EnumSet.noneOf(Fault.class));
        }

        @Override
        void serve(LoopbackServer server) {
            server.socket("/v1/listen", service::accept);
        }

        @Override
        URI url(LoopbackServer server) {
            return server.ws("");
        }

        @Override
        Recognizer engine(
                TestTime time,
                EngineNet net,
                EngineMeter meter,
                URI url,
                String key,
                Deadlines deadlines,
                boolean hasty,
                Path trust) {
            DeepgramRecognizerSettings settings = Altered.with(
                    DeepgramRecognizerSettings.of(access("stt", url, key, deadlines, trust)),
                    "messageMs",
                    40,
                    "finalizeMs",
                    hasty ? SHORT_MS : LONG_MS,
                    "finalP99Ms",
                    hasty ? SHORT_MS : LONG_MS);
            return new DeepgramRecognizer(net, settings, meter, time::nanoTime);
        }

        @Override
        boolean dials() {
            return true;
        }

        @Override
        boolean interjects(Fault fault) {
            return interjects(fault, () -> service.last().peer, () -> service.last().positionMs);
        }

        @Override
        boolean saves(Fault fault) {
            return fault == Fault.HANG_MIDDLE || fault == Fault.DRIP;
        }

        @Override
        void refuse(int status) {
            service.refuses = status;
        }

        @Override
        void provoke(Fault fault) {
            switch (fault) {
                case HANG_FIRST, GARBAGE, WRONG_KIND, HUGE, WRONG_RATE -> service.mute = true;
                case HANG_MIDDLE -> service.instead = stream -> {};
                case DRIP -> service.instead = ListenService.Stream::drip;
                case OUT_OF_ORDER -> service.instead = ListenService.Stream::swapped;
                case LATE -> service.delayMs = 60;
                case TWICE -> service.repeats = true;
                default -> {}
            }
        }

        @Override
        void heal() {
            service.refuses = 0;
            service.instead = null;
            service.mute = false;
        }
    }

    static final class Flux extends FaultyRecognizer {
        private final FluxService service = new FluxService(KEY);

        Flux() {
            super(EnumSet.noneOf(Fault.class));
        }

        @Override
        void serve(LoopbackServer server) {
            server.socket("/v2/listen", service::accept);
        }

        @Override
        URI url(LoopbackServer server) {
            return server.ws("");
        }

        @Override
        Recognizer engine(
                TestTime time,
                EngineNet net,
                EngineMeter meter,
                URI url,
                String key,
                Deadlines deadlines,
                boolean hasty,
                Path trust) {
            FluxSettings settings = Altered.with(
                    FluxSettings.of(access("stt", url, key, deadlines, trust)),
                    "finalizeMs",
                    hasty ? SHORT_MS : LONG_MS,
                    "finalP99Ms",
                    hasty ? SHORT_MS : LONG_MS);
            return new FluxRecognizer(net, settings, new FluxRecognizer.ForcedEnds(), meter, time::nanoTime);
        }

        @Override
        boolean dials() {
            return true;
        }

        @Override
        boolean interjects(Fault fault) {
            return interjects(fault, () -> service.last().peer, () -> service.last().positionMs);
        }

        @Override
        boolean saves(Fault fault) {
            return fault == Fault.HANG_MIDDLE || fault == Fault.DRIP;
        }

        @Override
        void refuse(int status) {
            service.refuses = status;
        }

        @Override
        void provoke(Fault fault) {
            switch (fault) {
                case HANG_FIRST, GARBAGE, WRONG_KIND, HUGE, WRONG_RATE -> service.mute = true;
                case HANG_MIDDLE -> service.instead = stream -> {};
                case DRIP -> service.instead = FluxService.Stream::drip;
                case OUT_OF_ORDER -> service.stale = true;
                case LATE -> service.delayMs = 60;
                case TWICE -> service.repeats = true;
                default -> {}
            }
        }

        @Override
        void heal() {
            service.refuses = 0;
            service.instead = null;
            service.mute = false;
        }
    }

    /** Uploads; {@code streamed} asks for events. */
    static final class Transcription extends FaultyRecognizer {
        private final TranscriptionService service = new TranscriptionService(KEY);
        private final boolean streamed;

        Transcription(boolean streamed) {
            // It tells no times and hears a whole file; twice it can say only events.
            super(streamed ? EnumSet.of(Fault.OUT_OF_ORDER) : EnumSet.of(Fault.OUT_OF_ORDER, Fault.TWICE));
            this.streamed = streamed;
        }

        @Override
        void serve(LoopbackServer server) {
            server.page("/v1/audio/transcriptions", service::request);
        }

        @Override
        URI url(LoopbackServer server) {
            return server.http("/v1");
        }

        @Override
        Recognizer engine(
                TestTime time,
                EngineNet net,
                EngineMeter meter,
                URI url,
                String key,
                Deadlines deadlines,
                boolean hasty,
                Path trust) {
            // An answer's pieces have one deadline together.
            ServiceAccess access = access("stt", url, key, hasty ? PATIENT : deadlines, trust);
            TranscriptionSettings settings = Altered.with(
                    TranscriptionSettings.of(Altered.with(access, "model", "whisper-1", "sampleRateHz", 16_000)),
                    "stream",
                    streamed,
                    "maxUtteranceMs",
                    10_000,
                    "answerMs",
                    hasty ? SHORT_MS : LONG_MS);
            return new TranscriptionRecognizer(net, settings, meter, time::nanoTime);
        }

        @Override
        boolean dials() {
            return false;
        }

        @Override
        boolean saves(Fault fault) {
            return false;
        }

        @Override
        void refuse(int status) {
            service.status = status;
        }

        @Override
        void provoke(Fault fault) {
            service.fault = switch (fault) {
                case HANG_FIRST -> TranscriptionService.Fault.HANG;
                case HANG_MIDDLE -> TranscriptionService.Fault.HANG_IN_THE_MIDDLE;
                case CLOSED_MID_WORD -> TranscriptionService.Fault.DROP_IN_THE_MIDDLE;
                case GARBAGE -> TranscriptionService.Fault.GARBAGE;
                case WRONG_KIND -> TranscriptionService.Fault.BINARY;
                case HUGE -> TranscriptionService.Fault.ENORMOUS;
                case TWICE -> TranscriptionService.Fault.TWICE;
                default -> TranscriptionService.Fault.NONE;
            };
            switch (fault) {
                case DRIP -> service.dripMs = 50;
                case LATE -> service.delayMs = 60;
                case WRONG_RATE -> service.status = 400;
                default -> {}
            }
        }

        @Override
        void heal() {
            service.fault = TranscriptionService.Fault.NONE;
            service.status = 200;
            service.dripMs = 0;
        }
    }
}
