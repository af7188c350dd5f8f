package io.sidetone.speech.openai.voice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.audio.resample.Resamplers;
import io.sidetone.core.playout.Playout;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.voice.FakeVoice;
import io.sidetone.speech.voice.FakeVoice.Fault;
import io.sidetone.speech.voice.VoiceContract;
import java.net.URI;
import org.junit.jupiter.api.Test;

class OpenAiSynthesizerTest extends VoiceContract {
    private OpenAiSpeechService openAi;

    @Override
    protected FakeVoice serve(LoopbackServer at) {
        openAi = new OpenAiSpeechService(at);
        return openAi;
    }

    @Override
    protected URI url(LoopbackServer at) {
        return at.http("/v1");
    }

    @Override
    protected Synthesizer voice(URI url, String key, Deadlines deadlines) {
        return new OpenAiSynthesizer(
                net,
                OpenAiVoiceSettings.of(
                        Altered.with(ServiceAccess.of("voice", key), "url", url, "deadlines", deadlines)),
                meter,
                time::nanoTime);
    }

    @Override
    protected boolean dialsFirst() {
        return false;
    }

    @Override
    protected int rateHz() {
        return 24_000;
    }

    @Test
    void shouldPlayAtTheCallsRateWhenAudioIsTwentyFourKilohertz() {
        assertThat(Resamplers.create(24_000, 8_000).inputRateHz()).isEqualTo(24_000);
        Playout playout = new Playout(8_000);
        playout.addClause("hello");
        assertThat(playout.add(0, new PcmChunk(24_000, new short[12_000], 0, 12_000, null)))
                .isTrue();
        assertThat(playout.fill(new short[160], 0)).isEqualTo(160);
    }

    @Test
    void shouldHaveAConnectionBeforeTheFirstClauseWhenOpened() {
        open();
        Eventually.holds("one waits", () -> net.idleConnections() == 1);
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        Eventually.holds("it waits again, beside the one for the next clause", () -> net.idleConnections() == 2);
        Eventually.holds("no third was made", () -> server.accepted() == 2);
    }

    @Test
    void shouldHaveAnotherConnectionReadyWhenAClauseIsUnderWay() {
        open();
        Eventually.holds("one waits", () -> net.idleConnections() == 1);
        service.fault = Fault.HANG_FIRST;
        say(TURN, FIRST);
        Eventually.holds("it is asked for", () -> service.asked.size() == 1);
        Eventually.holds("another waits", () -> net.idleConnections() == 1);
    }

    @Test
    void shouldCloseTheConnectionsWhenATurnIsCancelledBeforeTheFirstByte() {
        open();
        service.fault = Fault.HANG_FIRST;
        say(TURN, FIRST, SECOND);
        Eventually.holds("both are asked for", () -> service.asked.size() == 2);
        session.cancel(TURN + 1);
        Eventually.holds("both are abandoned", () -> openAi.abandoned.get() == 2);
        Eventually.holds(
                "one waits for the next turn",
                () -> net.idleConnections() >= 1 && net.openConnections() == net.idleConnections());
        assertThat(log.count("failed")).isZero();
    }

    @Test
    void shouldLoseNoSampleWhenPiecesAreOneByteLong() {
        open();
        openAi.pieceBytes = 1;
        service.msPerChar = 2;
        say(TURN, "Yes.");
        log.log.await("done " + TURN + "/0");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm("Yes.", 24_000));
    }

    @Test
    void shouldNameTheRemedyWhenTheRateIsAnother() {
        openAi.contentType = "audio/pcm;rate=16000;channels=1";
        open();
        say(TURN, FIRST);
        assertThat(failure(TURN + "/0")).contains("broken", "16000", "engines.voice.options.pcm-rate");
        assertThat(log.audioMs(TURN)).isZero();
    }

    @Test
    void shouldRefuseWhenTheServiceSendsAFile() {
        openAi.wav = true;
        open();
        say(TURN, FIRST);
        assertThat(failure(TURN + "/0")).contains("broken", "WAV");
        assertThat(log.audioMs(TURN)).isZero();
        openAi.wav = false;
        openAi.contentType = "audio/mpeg";
        say(NEXT_TURN, FIRST);
        assertThat(failure(NEXT_TURN + "/0")).contains("broken", "audio/mpeg");
    }

    @Test
    void shouldRefuseSettingsThatTheServiceWouldRefuseWhenMade() {
        OpenAiVoiceSettings usual =
                OpenAiVoiceSettings.of(Altered.with(ServiceAccess.of("voice", "sk-1234567"), "model", "tts-1"));
        assertThatThrownBy(() -> Altered.with(usual, "instructions", "Speak softly."))
                .hasMessageContaining("engines.voice.options.instructions");
        assertThatThrownBy(() -> Altered.with(usual, "sampleRateHz", 24_010))
                .hasMessageContaining("engines.voice.options.pcm-rate");
        assertThat(usual.toString()).doesNotContain("sk-1234567");
    }

    @Test
    void shouldAskForTheNextClauseWhileTheFirstIsStillComing() {
        open();
        service.fault = Fault.HANG_MIDDLE;
        say(TURN, FIRST, SECOND, "And a third one.");
        Eventually.holds("two are asked for", () -> service.asked.size() == 2);
        log.log.await("audio " + TURN + "/0");
        assertThat(service.asked).hasSize(2);
        assertThat(log.pcm(TURN, 1)).isEmpty();
        assertThat(Calls.call(fence).fence().isDead(TURN)).isFalse();
    }
}
