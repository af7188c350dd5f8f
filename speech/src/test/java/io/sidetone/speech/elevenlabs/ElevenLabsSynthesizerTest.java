package io.sidetone.speech.elevenlabs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.WordTimes;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.voice.FakeVoice;
import io.sidetone.speech.voice.FakeVoice.Fault;
import io.sidetone.speech.voice.VoiceContract;
import io.sidetone.speech.voice.VoiceEncoding;
import java.net.URI;
import org.junit.jupiter.api.Test;

class ElevenLabsSynthesizerTest extends VoiceContract {
    private ElevenLabsService eleven;

    @Override
    protected FakeVoice serve(LoopbackServer at) {
        eleven = new ElevenLabsService(at);
        return eleven;
    }

    @Override
    protected URI url(LoopbackServer at) {
        return at.ws("");
    }

    private static ServiceAccess access(URI url, String key) {
        return Altered.with(ServiceAccess.of("voice", key), "url", url, "voice", ElevenLabsService.VOICE);
    }

    private ElevenLabsSettings settings() {
        return ElevenLabsSettings.of(access(url(server), FakeVoice.KEY));
    }

    private ElevenLabsSettings encoded(VoiceEncoding encoding, int rateHz) {
        ServiceAccess access = Altered.with(access(url(server), FakeVoice.KEY), "sampleRateHz", rateHz);
        return Altered.with(ElevenLabsSettings.of(access), "encoding", encoding);
    }

    private void use(ElevenLabsSettings settings) {
        voice = new ElevenLabsSynthesizer(net, settings, meter, time::nanoTime);
    }

    @Override
    protected Synthesizer voice(URI url, String key, Deadlines deadlines) {
        return new ElevenLabsSynthesizer(
                net,
                ElevenLabsSettings.of(Altered.with(access(url, key), "deadlines", deadlines)),
                meter,
                time::nanoTime);
    }

    @Override
    protected boolean dialsFirst() {
        return true;
    }

    @Override
    protected int rateHz() {
        return 8_000;
    }

    @Test
    void shouldTellWordTimesFromTheClausesStartWhenTimesCountFromThePieces() {
        open();
        say(TURN, FIRST, SECOND);
        log.log.await("done " + TURN + "/1");
        WordTimes first = log.words(TURN, 0);
        assertThat(first.startMs()).containsExactly(0, 50, 130, 160);
        assertThat(first.endMs()).containsExactly(40, 120, 150, 200);
        assertThat(first.charEnd()).containsExactly(4, 12, 15, 20);
        assertThat(log.words(TURN, 1).startMs()).containsExactly(0, 50, 90, 110, 140, 180);
    }

    @Test
    void shouldSpeakToTheEndWhenAlignmentIsMissing() {
        open();
        service.fault = Fault.NO_TIMES;
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, 8_000));
        assertThat(log.words(TURN, 0)).isNull();
    }

    @Test
    void shouldDropTimesThatGoBackWhenOutOfOrder() {
        open();
        service.fault = Fault.TIMES_BACK;
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, 8_000));
        assertThat(log.words(TURN, 0)).isNull();
        assertThat(meter.unexpected.sum()).isEqualTo(4);
    }

    @Test
    void shouldKnowTheEndWhenItIsNamedAsInTheSpecificationsExample() {
        eleven.finalAsInExample = true;
        open();
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
    }

    @Test
    void shouldAskForTheCallsOwnAudioWhenItIsWideBandOrMuLaw() {
        use(encoded(VoiceEncoding.PCM_S16LE, 16_000));
        open();
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.rateHz).isEqualTo(16_000);
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, 16_000));
        session.close();
        log.log.await("closed");

        log.log.clear();
        use(encoded(VoiceEncoding.PCM_MULAW, 8_000));
        open();
        say(NEXT_TURN, FIRST);
        log.log.await("done " + NEXT_TURN + "/0");
        assertThat(log.rateHz).isEqualTo(8_000);
        assertThat(log.pcm(NEXT_TURN, 0)).hasSize(FIRST.length() * 80);
        assertThatThrownBy(() -> encoded(VoiceEncoding.PCM_S16LE, 48_000))
                .hasMessageContaining("engines.voice.sample-rate");
    }

    @Test
    void shouldCloseAContextThatIsStillSpeakingWhenTheTurnIsCancelled() {
        open();
        service.fault = Fault.LATE_AFTER_CANCEL;
        say(TURN, FIRST);
        log.log.await("audio " + TURN + "/0");
        session.cancel(TURN + 1);
        Eventually.holds("its tail is dropped", () -> meter.lateDropped.sum() == 6);
        assertThat(eleven.cancels).hasValue(1);
    }

    @Test
    void shouldNeverHaveMoreThanFiveContextsWhenInterruptedAgainAndAgain() {
        eleven.letGoMs = 30;
        service.paceMs = 1;
        open();
        long token = TURN;
        for (int i = 0; i < 40; i++) {
            token += 32;
            say(token, FIRST, SECOND);
            if (i % 4 == 0) {
                log.log.await("audio " + token + "/0");
            }
            session.cancel(token + 1);
        }
        token += 32;
        say(token, SECOND);
        log.log.await("done " + token + "/0");
        assertThat(log.pcm(token, 0)).isEqualTo(service.pcm(SECOND, 8_000));
        assertThat(eleven.mostContexts.get()).isBetween(2, 5);
        assertThat(log.count("done")).isEqualTo(1);
        assertThat(eleven.upgrades).hasValue(1);
    }

    @Test
    void shouldUseAnotherConnectionWhenCancelledContextsAreNeverLetGo() {
        eleven.neverLetGo = true;
        open();
        service.fault = Fault.LATE_AFTER_CANCEL;
        long token = TURN;
        for (int i = 0; i < 5; i++) {
            token += 32;
            say(token, FIRST);
            log.log.await("audio " + token + "/0");
            session.cancel(token + 1);
        }
        Eventually.holds("all are cancelled", () -> eleven.cancels.get() == 5);
        service.fault = Fault.NONE;
        token += 32;
        say(token, SECOND);
        log.log.await("done " + token + "/0");
        assertThat(eleven.upgrades).hasValue(2);
        assertThat(log.count("failed")).isZero();
    }

    @Test
    void shouldKeepTheConnectionWhenTheAgentIsSilentForLong() {
        eleven.inactivityMs = 400;
        use(Altered.with(settings(), "keepAliveMs", 50));
        open();
        Eventually.holds("it is kept alive", () -> eleven.keepAlives.get() > 20);
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(eleven.upgrades).hasValue(1);
    }

    @Test
    void shouldConnectAgainWithoutAWordWhenClosedForWantOfWork() {
        open();
        eleven.closeIdle();
        Eventually.holds("it is connected again", () -> eleven.upgrades.get() == 2);
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.count("failed")).isZero();
    }

    @Test
    void shouldEndTheClauseOnceWhenTheEndIsNamedTwice() {
        open();
        service.fault = Fault.DUPLICATE_END;
        say(TURN, FIRST, SECOND);
        log.log.await("done " + TURN + "/1");
        Eventually.holds("both are dropped", () -> meter.lateDropped.sum() == 2);
        assertThat(log.count("done")).isEqualTo(2);
    }

    @Test
    void shouldIgnoreAndCountMessagesOfUnknownTypeWhenTheyCome() {
        open();
        service.fault = Fault.STRANGE;
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, 8_000));
        assertThat(meter.unexpected.sum()).isEqualTo(5);
    }
}
