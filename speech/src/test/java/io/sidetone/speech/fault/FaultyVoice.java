package io.sidetone.speech.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.cartesia.CartesiaService;
import io.sidetone.speech.cartesia.CartesiaSettings;
import io.sidetone.speech.cartesia.CartesiaSynthesizer;
import io.sidetone.speech.deepgram.DeepgramSynthesizer;
import io.sidetone.speech.deepgram.DeepgramSynthesizerSettings;
import io.sidetone.speech.deepgram.SpeakService;
import io.sidetone.speech.elevenlabs.ElevenLabsService;
import io.sidetone.speech.elevenlabs.ElevenLabsSettings;
import io.sidetone.speech.elevenlabs.ElevenLabsSynthesizer;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.openai.voice.OpenAiSpeechService;
import io.sidetone.speech.openai.voice.OpenAiSynthesizer;
import io.sidetone.speech.openai.voice.OpenAiVoiceSettings;
import io.sidetone.speech.voice.FakeVoice;
import io.sidetone.speech.voice.VoiceLog;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Voices that are services. */
abstract class FaultyVoice extends FaultyService {
    private static final String VOICE = ElevenLabsService.VOICE;

    FaultyVoice(Set<Fault> without) {
        super(without);
    }

    abstract Synthesizer engine(
            TestTime time, EngineNet net, EngineMeter meter, URI url, String key, Deadlines deadlines, Path trust);

    /** Asserts that all of {@code text} was spoken, and nothing else. */
    abstract void spoken(VoiceLog log, long token, int clause, String text);

    /** Returns how many clauses the service was asked for. */
    abstract int asked();

    /** Returns when the service knows that a turn was cancelled. */
    abstract void cancelled();

    /** Whether a failure by {@code fault} says when to try again: as the service did. */
    final boolean retryAfter(Fault fault) {
        return fault == Fault.LIMITED || fault == Fault.BROKEN;
    }

    /** One that a {@link FakeVoice} plays. */
    abstract static class Played extends FaultyVoice {
        private FakeVoice service;

        Played(Set<Fault> without) {
            super(without);
        }

        abstract FakeVoice make(LoopbackServer server);

        @Override
        final void serve(LoopbackServer server) {
            service = make(server);
            service.key = KEY;
        }

        abstract int rateHz();

        @Override
        final void spoken(VoiceLog log, long token, int clause, String text) {
            assertThat(log.pcm(token, clause)).isEqualTo(service.pcm(text, rateHz()));
        }

        @Override
        final int asked() {
            return service.asked.size();
        }

        @Override
        void cancelled() {
            Eventually.holds("it is cancelled", () -> service.cancels.get() > 0);
        }

        @Override
        final void refuse(int status) {
            service.refuseStatus = status;
            service.refuseHeaders = Map.of("retry-after", "7");
        }

        @Override
        void provoke(Fault fault) {
            service.fault = switch (fault) {
                case HANG_FIRST -> FakeVoice.Fault.HANG_FIRST;
                case HANG_MIDDLE -> FakeVoice.Fault.HANG_MIDDLE;
                case DRIP -> FakeVoice.Fault.DRIP;
                case CLOSED_MID_WORD -> FakeVoice.Fault.DROP_MIDDLE;
                case GARBAGE -> FakeVoice.Fault.GARBAGE;
                case WRONG_KIND -> FakeVoice.Fault.WRONG_KIND;
                case HUGE -> FakeVoice.Fault.HUGE;
                case LATE -> FakeVoice.Fault.LATE_AFTER_CANCEL;
                case TWICE -> FakeVoice.Fault.DUPLICATE_END;
                case OUT_OF_ORDER -> FakeVoice.Fault.TIMES_BACK;
                default -> FakeVoice.Fault.NONE;
            };
        }

        @Override
        void heal() {
            service.fault = FakeVoice.Fault.NONE;
            service.refuseStatus = 0;
        }
    }

    static final class Cartesia extends Played {
        Cartesia() {
            // It does not tell a rate.
            super(EnumSet.of(Fault.WRONG_RATE));
        }

        @Override
        FakeVoice make(LoopbackServer server) {
            return new CartesiaService(server);
        }

        @Override
        URI url(LoopbackServer server) {
            return server.ws(CartesiaService.PATH);
        }

        @Override
        Synthesizer engine(
                TestTime time, EngineNet net, EngineMeter meter, URI url, String key, Deadlines deadlines, Path trust) {
            CartesiaSettings settings =
                    CartesiaSettings.of(Altered.with(access("voice", url, key, deadlines, trust), "voice", VOICE));
            return new CartesiaSynthesizer(net, settings, meter, time::nanoTime);
        }

        @Override
        boolean dials() {
            return true;
        }

        @Override
        int rateHz() {
            return 8_000;
        }
    }

    static final class ElevenLabs extends Played {
        ElevenLabs() {
            super(EnumSet.of(Fault.WRONG_RATE));
        }

        @Override
        FakeVoice make(LoopbackServer server) {
            return new ElevenLabsService(server);
        }

        @Override
        URI url(LoopbackServer server) {
            return server.ws("");
        }

        @Override
        Synthesizer engine(
                TestTime time, EngineNet net, EngineMeter meter, URI url, String key, Deadlines deadlines, Path trust) {
            ElevenLabsSettings settings =
                    ElevenLabsSettings.of(Altered.with(access("voice", url, key, deadlines, trust), "voice", VOICE));
            return new ElevenLabsSynthesizer(net, settings, meter, time::nanoTime);
        }

        @Override
        boolean dials() {
            return true;
        }

        @Override
        int rateHz() {
            return 8_000;
        }
    }

    static final class OpenAi extends Played {
        private OpenAiSpeechService service;

        OpenAi() {
            // It has neither ends nor times but the answer's own.
            super(EnumSet.of(Fault.TWICE, Fault.OUT_OF_ORDER));
        }

        @Override
        FakeVoice make(LoopbackServer server) {
            service = new OpenAiSpeechService(server);
            return service;
        }

        @Override
        void cancelled() {
            Eventually.holds("it is cancelled", () -> service.abandoned.get() > 0);
        }

        @Override
        String code(Fault fault) {
            return fault == Fault.WRONG_RATE ? "broken" : fault.code;
        }

        @Override
        void provoke(Fault fault) {
            super.provoke(fault);
            if (fault == Fault.WRONG_RATE) {
                service.contentType = "audio/pcm;rate=16000;channels=1";
            }
        }

        @Override
        void heal() {
            super.heal();
            service.contentType = "audio/pcm";
        }

        @Override
        URI url(LoopbackServer server) {
            return server.http("/v1");
        }

        @Override
        Synthesizer engine(
                TestTime time, EngineNet net, EngineMeter meter, URI url, String key, Deadlines deadlines, Path trust) {
            OpenAiVoiceSettings settings = OpenAiVoiceSettings.of(access("voice", url, key, deadlines, trust));
            return new OpenAiSynthesizer(net, settings, meter, time::nanoTime);
        }

        @Override
        boolean dials() {
            return false;
        }

        @Override
        int rateHz() {
            return 24_000;
        }
    }

    /** Deepgram's, whose audio bears no name: a text has a level of its own. */
    static final class Aura extends FaultyVoice {
        private final SpeakService service = new SpeakService(KEY);

        Aura() {
            super(EnumSet.of(Fault.WRONG_RATE, Fault.OUT_OF_ORDER));
        }

        @Override
        void serve(LoopbackServer server) {
            server.socket("/v1/speak", service::accept);
        }

        @Override
        URI url(LoopbackServer server) {
            return server.ws("");
        }

        @Override
        Synthesizer engine(
                TestTime time, EngineNet net, EngineMeter meter, URI url, String key, Deadlines deadlines, Path trust) {
            DeepgramSynthesizerSettings usual =
                    DeepgramSynthesizerSettings.of(access("voice", url, key, deadlines, trust));
            return new DeepgramSynthesizer(
                    net, Altered.with(usual, "flushesPerMinute", 100, "clearMs", 8_000), meter, time::nanoTime);
        }

        @Override
        void spoken(VoiceLog log, long token, int clause, String text) {
            short[] pcm = log.pcm(token, clause);
            assertThat(pcm)
                    .hasSize(text.length() * SpeakService.MS_PER_CHAR * 8)
                    .containsOnly(pcm[0]);
        }

        @Override
        boolean dials() {
            return true;
        }

        @Override
        int asked() {
            return (int)
                    service.last().commands.stream().filter("Flush"::equals).count();
        }

        @Override
        void cancelled() {
            Eventually.holds("it is cancelled", () -> service.last().commands.contains("Clear"));
        }

        @Override
        void refuse(int status) {
            service.refuses = status;
        }

        @Override
        void provoke(Fault fault) {
            switch (fault) {
                case HANG_FIRST -> service.hangsAfter = 0;
                case HANG_MIDDLE -> service.hangsAfter = 2;
                case DRIP -> service.instead = stream -> drip(stream.peer);
                case CLOSED_MID_WORD ->
                    service.instead = stream -> {
                        stream.peer.binary(new byte[641]);
                        stream.peer.later(50, stream.peer::drop);
                    };
                case GARBAGE, WRONG_KIND ->
                    service.instead = stream -> {
                        for (int i = 0; i < 3; i++) {
                            stream.peer.text("RIFF");
                        }
                    };
                case HUGE -> service.instead = stream -> stream.peer.binary(new byte[10 << 20]);
                case LATE -> {
                    service.paceMs = 10;
                    service.lateMessages = 20;
                    service.lateFlushed = true;
                }
                case TWICE -> service.flushedTwice = true;
                default -> {}
            }
        }

        private static void drip(io.sidetone.speech.loopback.Peer peer) {
            peer.binary(new byte[1]);
            if (peer.connected()) {
                peer.later(20, () -> drip(peer));
            }
        }

        @Override
        void heal() {
            service.refuses = 0;
            service.instead = null;
            service.hangsAfter = Integer.MAX_VALUE;
        }
    }
}
