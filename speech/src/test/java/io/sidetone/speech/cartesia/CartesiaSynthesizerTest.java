package io.sidetone.speech.cartesia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.WordTimes;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.cartesia.CartesiaSettings.Contexts;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.voice.FakeVoice;
import io.sidetone.speech.voice.FakeVoice.Fault;
import io.sidetone.speech.voice.VoiceContract;
import io.sidetone.speech.voice.VoiceEncoding;
import io.sidetone.speech.voice.VoiceLog;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CartesiaSynthesizerTest extends VoiceContract {
    private CartesiaService cartesia;

    @Override
    protected FakeVoice serve(LoopbackServer at) {
        cartesia = new CartesiaService(at);
        return cartesia;
    }

    @Override
    protected URI url(LoopbackServer at) {
        return at.ws(CartesiaService.PATH);
    }

    private static ServiceAccess access(URI url, String key) {
        return Altered.with(
                ServiceAccess.of("voice", key), "url", url, "voice", "a0e99841-438c-4a64-b679-ae501e7d6091");
    }

    private CartesiaSettings settings(String key) {
        return CartesiaSettings.of(access(url(server), key));
    }

    @Override
    protected Synthesizer voice(URI url, String key, Deadlines deadlines) {
        return new CartesiaSynthesizer(
                net,
                CartesiaSettings.of(Altered.with(access(url, key), "deadlines", deadlines)),
                meter,
                time::nanoTime);
    }

    private CartesiaSettings encoded(String key, VoiceEncoding encoding, int rateHz) {
        ServiceAccess access = Altered.with(access(url(server), key), "sampleRateHz", rateHz);
        return Altered.with(CartesiaSettings.of(access), "encoding", encoding);
    }

    private void use(CartesiaSettings settings) {
        voice = new CartesiaSynthesizer(net, settings, meter, time::nanoTime);
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
    void shouldSpeakATurnInOneContextAndEndItWhenNothingFollows() {
        open();
        say(TURN, FIRST, SECOND);
        log.log.await("done " + TURN + "/1");
        assertThat(cartesia.contexts).hasValue(1);
        Eventually.holds("the context is ended", () -> cartesia.ended.get() == 1);
        session.speak(TURN, 2, "One thing more.");
        log.log.await("done " + TURN + "/2");
        assertThat(cartesia.contexts).hasValue(2);
    }

    @Test
    void shouldSpeakEachClauseInItsOwnContextWhenSetSo() {
        use(Altered.with(settings(FakeVoice.KEY), "contexts", Contexts.CLAUSE, "contextIdleMs", 0));
        open();
        say(TURN, FIRST, SECOND, "Good bye.");
        log.log.await("done " + TURN + "/2");
        assertThat(cartesia.contexts).hasValue(3);
        assertThat(log.pcm(TURN, 1)).isEqualTo(service.pcm(SECOND, 8_000));
        assertThat(log.words(TURN, 1).startMs()[1]).isEqualTo(50);
    }

    @Test
    void shouldTellWordTimesFromTheClausesStartWhenTimesCountFromTheContexts() {
        open();
        say(TURN, FIRST, SECOND);
        log.log.await("done " + TURN + "/1");
        WordTimes first = log.words(TURN, 0);
        WordTimes second = log.words(TURN, 1);
        // 10 ms per character: "Good morning to you." and "What can I do for you?"
        assertThat(first.startMs()).containsExactly(0, 50, 130, 160);
        assertThat(first.charEnd()).containsExactly(4, 12, 15, 20);
        assertThat(second.startMs()).containsExactly(0, 50, 90, 110, 140, 180);
        assertThat(second.endMs()[5]).isEqualTo(220);
        assertThat(second.charEnd()).containsExactly(4, 8, 10, 13, 17, 22);
    }

    @Test
    void shouldStillTellWordTimesWhenTheyComeBehindTheAudio() {
        open();
        service.fault = Fault.TIMES_LATE;
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.words(TURN, 0).startMs()).containsExactly(0, 50, 130, 160);
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, 8_000));
    }

    @Test
    void shouldDropTimesThatGoBackWhenOutOfOrder() {
        open();
        service.fault = Fault.TIMES_BACK;
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.words(TURN, 0).words()).isEqualTo(1);
        assertThat(meter.unexpected.sum()).isEqualTo(3);
    }

    @Test
    void shouldAskForTheCallsOwnAudioWhenItIsWideBandOrMuLaw() {
        use(encoded(FakeVoice.KEY, VoiceEncoding.PCM_S16LE, 16_000));
        open();
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.rateHz).isEqualTo(16_000);
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, 16_000));
        session.close();
        log.log.await("closed");

        log.log.clear();
        use(encoded(FakeVoice.KEY, VoiceEncoding.PCM_MULAW, 8_000));
        open();
        say(NEXT_TURN, FIRST);
        log.log.await("done " + NEXT_TURN + "/0");
        assertThat(log.rateHz).isEqualTo(8_000);
        assertThat(log.pcm(NEXT_TURN, 0)).hasSize(FIRST.length() * 80);
        short[] exact = service.pcm(FIRST, 8_000);
        for (int i = 0; i < exact.length; i++) {
            assertThat(Math.abs(exact[i] - log.pcm(NEXT_TURN, 0)[i]))
                    .isLessThanOrEqualTo(Math.abs(exact[i]) / 16 + 800);
        }
        assertThatThrownBy(() -> encoded("k-1234567", VoiceEncoding.PCM_MULAW, 16_000))
                .hasMessageContaining("engines.voice.sample-rate");
    }

    @Test
    void shouldDropLateChunksUndecodedAndCancelOnceWhenATurnIsCancelled() {
        open();
        service.fault = Fault.LATE_AFTER_CANCEL;
        sayBoth();
        session.cancel(TURN + 1);
        Eventually.holds("the long tail is dropped", () -> meter.lateDropped.sum() >= 51);
        assertThat(cartesia.cancels).hasValue(1);
        assertThat(log.count("failed")).isZero();
    }

    @Test
    void shouldConnectAgainWithoutAWordWhenClosedForWantOfWork() {
        open();
        cartesia.closeIdle();
        Eventually.holds("it is connected again", () -> cartesia.upgrades.get() == 2);
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.count("failed")).isZero();
        assertThat(log.count("ready")).isEqualTo(1);
    }

    @Test
    void shouldFailTheSessionWhenTheKeyIsRevokedInTheCall() {
        open();
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        service.key = "another";
        cartesia.closeIdle();
        assertThat(failure("0/0")).contains("rejected", "401", "engines.voice.key");
        session.speak(TURN, 1, SECOND);
        assertThat(failure(TURN + "/1")).contains("401");
    }

    @Test
    void shouldBeginAnotherContextWhenTheServiceLetTheFirstExpire() {
        cartesia.expireMs = 1;
        use(Altered.with(settings(FakeVoice.KEY), "contexts", Contexts.TURN, "contextIdleMs", 900));
        open();
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        // The service lets it go before this side expects it to.
        Eventually.holds("asked in time for the first context", () -> {
            session.speak(TURN, 1, SECOND);
            return true;
        });
        log.log.await("done " + TURN + "/1");
        assertThat(log.pcm(TURN, 1)).isEqualTo(service.pcm(SECOND, 8_000));
    }

    @Test
    void shouldEndEachClauseOnceWhenFlushesAreAnsweredTwice() {
        open();
        service.fault = Fault.DUPLICATE_END;
        say(TURN, FIRST, SECOND);
        log.log.await("done " + TURN + "/1");
        assertThat(log.count("done")).isEqualTo(2);
        assertThat(log.pcm(TURN, 1)).isEqualTo(service.pcm(SECOND, 8_000));
        Eventually.holds("both are counted", () -> meter.unexpected.sum() == 2);
    }

    @Test
    void shouldWaitForTheAudioWhenFlushesAreAnsweredBeforeIt() {
        cartesia.earlyFlushes = true;
        open();
        say(TURN, FIRST, SECOND);
        log.log.await("done " + TURN + "/0");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, 8_000));
    }

    @Test
    void shouldWaitForTheRestWhenTheNextFlushIsAnsweredInTheMiddleOfAClause() {
        cartesia.earlyFlushes = true;
        service.paceMs = 50;
        open();
        say(TURN, FIRST);
        log.log.await("audio " + TURN + "/0");
        session.speak(TURN, 1, SECOND);
        log.log.await("done " + TURN + "/0");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, 8_000));
    }

    @Test
    void shouldFailWhatIsUnderWayWhenAnErrorNamesNoContext() {
        cartesia.errorsWithoutContext = true;
        open();
        service.fault = Fault.ERROR;
        say(TURN, FIRST);
        assertThat(failure(TURN + "/0")).contains("rejected", "Invalid voice", "***");
    }

    @Test
    void shouldSendItsKeyAsATokenAndNameAVoiceAsTheVersionWantsIt() {
        for (String version : List.of(CartesiaSettings.VERSION, "2026-03-01", "2025-04-16")) {
            use(Altered.with(settings(FakeVoice.KEY), "version", version));
            open();
            say(TURN, FIRST);
            log.log.await("done " + TURN + "/0");
            assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, 8_000));
            session.close();
            log.log.await("closed");
            log = new VoiceLog();
        }
        open();
    }

    @Test
    void shouldSendWhatElseItIsToldToSend() {
        ServiceAccess access = access(url(server), FakeVoice.KEY);
        CartesiaSettings settings = Altered.with(
                CartesiaSettings.of(Altered.with(
                        access,
                        "body",
                        Map.of("generation_config", Map.of("emotion", "calm"), "pronunciation_dict_id", "d1"))),
                "speed",
                1.2);
        String message = CartesiaRequests.generation(settings, "c", "Hello", true, false);
        assertThat(message)
                .contains(
                        "\"generation_config\":{\"emotion\":\"calm\",\"speed\":1.2}",
                        "\"pronunciation_dict_id\":\"d1\"");
        assertThatThrownBy(() -> CartesiaSettings.of(
                        Altered.with(access, "body", Map.of("generation_config", Map.of("speed", 2)))))
                .hasMessageContaining("engines.voice.body.generation_config", "options.speed");
        open();
    }

    @Test
    void shouldRefuseAVersionThatIsNoDate() {
        assertThatThrownBy(() -> Altered.with(settings("key"), "version", "newest"))
                .hasMessageContaining("engines.voice.options.version", "newest", CartesiaSettings.VERSION);
    }

    @Test
    void shouldUnderstandErrorsInPlainTextWhenTheVersionIsOld() {
        use(Altered.with(settings(FakeVoice.KEY), "version", "2025-04-16"));
        cartesia.plainErrors = true;
        open();
        service.fault = Fault.ERROR;
        say(TURN, FIRST);
        assertThat(failure(TURN + "/0")).contains("Invalid voice").doesNotContain(FakeVoice.KEY);
        service.fault = Fault.LIMITED_ONCE;
        say(NEXT_TURN, SECOND);
        log.log.await("done " + NEXT_TURN + "/0");
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

    @Test
    void shouldLoseNothingWhenOneHundredTurnsAreInterrupted() {
        service.paceMs = 1;
        open();
        long token = TURN;
        // A turn that was spoken whole before its cancel has ended rightly.
        List<String> whole = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            token += 32;
            say(token, FIRST, SECOND);
            if (i % 3 == 0) {
                log.log.await("audio " + token + "/0");
            }
            fence.advance(token + 1);
            session.cancel(token + 1);
            String done = "done " + token;
            log.log.lines().stream().filter(line -> line.startsWith(done)).forEach(whole::add);
        }
        token += 32;
        say(token, SECOND);
        log.log.await("done " + token + "/0");
        assertThat(log.pcm(token, 0)).isEqualTo(service.pcm(SECOND, 8_000));
        long last = token;
        assertThat(log.log.lines().stream().filter(line -> line.startsWith("done") && !whole.contains(line)))
                .allMatch(line -> line.startsWith("done " + last));
        assertThat(Arrays.stream(log.log.lines().toArray()).filter("ready"::equals))
                .hasSize(1);
        assertThat(Calls.call(fence).fence().isDead(last)).isFalse();
    }
}
