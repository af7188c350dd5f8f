package io.sidetone.speech.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.cartesia.CartesiaService;
import io.sidetone.speech.cartesia.CartesiaSettings;
import io.sidetone.speech.cartesia.CartesiaSynthesizer;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.loopback.Watch;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.voice.FakeVoice;
import io.sidetone.speech.voice.FakeVoice.Fault;
import io.sidetone.speech.voice.VoiceLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 180, unit = TimeUnit.SECONDS)
class CachedSynthesizerTest {
    private static final long TURN = 160;
    private static final long NEXT_TURN = 176;
    private static final int MUCH = 60_000;
    private static final String GREETING = "Good morning.";
    private static final String OTHER = "The weather is fine today.";

    private final Fence fence = new Fence();
    private final VoiceLog log = new VoiceLog();
    private final TestTime time = new TestTime();
    private LoopbackServer server;
    private EngineNet net;
    private CartesiaService service;
    private PromptCache cache;
    private CartesiaSynthesizer behind;
    private CachedSynthesizer voice;
    private SynthesisSession session;

    @BeforeEach
    void begin() {
        server = LoopbackServer.open();
        net = time.net(2);
        service = new CartesiaService(server);
        cache = new PromptCache(PromptCache.MAX_BYTES);
        CartesiaSettings settings = CartesiaSettings.of(Altered.with(
                ServiceAccess.of("voice", FakeVoice.KEY),
                "url",
                server.ws(CartesiaService.PATH),
                "voice",
                "a0e99841-438c-4a64-b679-ae501e7d6091"));
        behind = new CartesiaSynthesizer(
                net, settings, new EngineMeter("voice", EngineKind.SYNTHESIZER), time::nanoTime);
        voice = agent("en");
    }

    /** The voice as one more agent has it: wrapped anew, with the cache of all. */
    private CachedSynthesizer agent(String language) {
        return new CachedSynthesizer(
                behind, new PromptVoice("voice", "katie", language, 8_000), cache, net::next, time::nanoTime);
    }

    @AfterEach
    void end() {
        if (session != null) {
            session.close();
            log.log.await("closed");
            assertThat(log.count("closed")).isEqualTo(1);
        }
        Eventually.holds("all connections are let go", () -> net.openConnections() == 0);
        assertThat(server.violations()).isEmpty();
        net.close();
        server.close();
    }

    private void open() {
        session = voice.open(Calls.call(fence), log);
        log.log.await("ready");
    }

    private void say(long token, String... clauses) {
        session.credit(token, MUCH);
        for (int i = 0; i < clauses.length; i++) {
            session.speak(token, i, clauses[i]);
        }
    }

    @Test
    void shouldAskTheServiceTwiceAndNeverAgainWhenATextIsSaidOften() {
        open();
        for (int turn = 0; turn < 4; turn++) {
            say(TURN + turn * 16L, GREETING);
            log.log.await("done " + (TURN + turn * 16L) + "/0");
            assertThat(log.pcm(TURN + turn * 16L, 0)).isEqualTo(service.pcm(GREETING, 8_000));
            assertThat(log.words(TURN + turn * 16L, 0).startMs()).containsExactly(0, 50);
        }
        assertThat(service.asked).hasSize(2);
        assertThat(voice.hits()).isEqualTo(2);
        assertThat(voice.misses()).isEqualTo(2);
    }

    @Test
    void shouldSayClausesInOrderWhenSomeAreKeptAndSomeAreNot() throws Exception {
        voice.prepare(List.of(OTHER)).get(60, TimeUnit.SECONDS);
        open();
        service.firstAudioMs = 50;
        say(TURN, GREETING, OTHER, "And now?");
        log.log.await("done " + TURN + "/2");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(GREETING, 8_000));
        assertThat(log.pcm(TURN, 1)).isEqualTo(service.pcm(OTHER, 8_000));
        assertThat(log.pcm(TURN, 2)).isEqualTo(service.pcm("And now?", 8_000));
        List<String> lines = log.log.lines();
        assertThat(lines.indexOf("done " + TURN + "/0")).isLessThan(lines.indexOf("audio " + TURN + "/1"));
        assertThat(lines.indexOf("done " + TURN + "/1")).isLessThan(lines.indexOf("audio " + TURN + "/2"));
    }

    @Test
    void shouldPrepareTheClausesThatCallsAskForWhenGivenWholeSentences() throws Exception {
        String guidance = "I'm having trouble right now. Press the hash key when you have finished speaking.";
        assertThat(voice.prepare(List.of(GREETING, guidance, GREETING)).get(60, TimeUnit.SECONDS))
                .isEqualTo(4);
        assertThat(cache.size()).isEqualTo(3);
        assertThat(service.asked)
                .containsExactly(
                        GREETING,
                        "I'm having trouble right now.",
                        "Press the hash key when you have finished speaking.");
    }

    @Test
    void shouldAskForAStandingSentenceOnceWhenManyAgentsHaveTheVoice() throws Exception {
        AtomicInteger most = new AtomicInteger();
        server.watch(new Watch() {
            @Override
            public void opened(Object connection, long atNs) {
                most.accumulateAndGet(server.connections(), Math::max);
            }
        });
        service.firstAudioMs = 5;
        List<CompletableFuture<Integer>> prepared = new ArrayList<>();
        for (int agent = 0; agent < 12; agent++) {
            prepared.add(agent("en").prepare(List.of("I am agent " + agent + ".", GREETING, OTHER)));
        }
        for (CompletableFuture<Integer> each : prepared) {
            assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(3);
        }
        assertThat(service.asked).hasSize(12 + 2).doesNotHaveDuplicates();
        // The service may still see the one before while the next dials.
        assertThat(most.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void shouldAskAgainWhenTheSameVoiceSpeaksAnotherLanguage() throws Exception {
        agent("en").prepare(List.of(GREETING)).get(60, TimeUnit.SECONDS);
        agent("fr").prepare(List.of(GREETING)).get(60, TimeUnit.SECONDS);
        assertThat(service.asked).containsExactly(GREETING, GREETING);
    }

    @Test
    void shouldPrepareForTheNextAgentWhenTheVoiceRefusedTheOneBefore() throws Exception {
        service.key = "another";
        assertThat(agent("en").prepare(List.of(GREETING)).get(60, TimeUnit.SECONDS))
                .isZero();
        service.key = FakeVoice.KEY;
        assertThat(agent("en").prepare(List.of(GREETING)).get(60, TimeUnit.SECONDS))
                .isEqualTo(1);
    }

    @Test
    void shouldPrepareForOtherAgentsAndTheRestOfTheListWhenOneClauseAlwaysFails() throws Exception {
        FailingClause failing = new FailingClause("Broken.");
        List<CompletableFuture<Integer>> prepared = new ArrayList<>();
        for (List<String> texts : List.of(List.of("Broken.", GREETING), List.of(OTHER))) {
            prepared.add(new CachedSynthesizer(
                            failing, new PromptVoice("mock", "", "", 8_000), cache, net::next, time::nanoTime)
                    .prepare(texts));
        }
        assertThat(prepared.get(1).get(60, TimeUnit.SECONDS)).isEqualTo(1);
        Eventually.holds("the rest of the list is kept", () -> cache.size() == 2);
        assertThat(prepared.get(0)).isNotDone();
        failing.fails = false;
        assertThat(prepared.get(0).get(60, TimeUnit.SECONDS)).isEqualTo(2);
    }

    @Test
    void shouldPrepareWhenTheServiceComesUpLater() throws Exception {
        service.refuseStatus = 503;
        var prepared = voice.prepare(List.of(GREETING));
        Eventually.holds("it was tried", () -> service.upgrades.get() > 0);
        assertThat(prepared).isNotDone();
        service.refuseStatus = 0;
        assertThat(prepared.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void shouldGiveUpPreparingWhenTheKeyIsWrong() throws Exception {
        service.key = "another";
        assertThat(voice.prepare(List.of(GREETING)).get(60, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void shouldSayWhatIsKeptWhenTheServiceIsDown() throws Exception {
        voice.prepare(List.of(GREETING)).get(60, TimeUnit.SECONDS);
        service.refuseStatus = 500;
        open();
        say(TURN, GREETING, OTHER);
        log.log.await("done " + TURN + "/0");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(GREETING, 8_000));
        assertThat(log.log.await("failed " + TURN + "/1")).contains("unavailable", "500");
        assertThat(log.count("failed 0/0")).isZero();

        service.refuseStatus = 0;
        int before = service.upgrades.get();
        Eventually.holds("it is tried again", () -> service.upgrades.get() > before);
        Eventually.holds("the voice is back", () -> {
            long token = NEXT_TURN + 16L * log.log.lines().size();
            say(token, OTHER);
            log.log.await(line -> line.startsWith("done " + token) || line.startsWith("failed " + token), "an answer");
            return log.count("done " + token) == 1;
        });
    }

    @Test
    void shouldFailTheSessionWhenTheServiceIsDownAndNothingIsKept() {
        service.refuseStatus = 500;
        session = voice.open(Calls.call(fence), log);
        assertThat(log.log.await("failed 0/0")).contains("unavailable", "500");
    }

    @Test
    void shouldFailTheClauseAndOpenAgainWhenTheServiceIsLostInTheMiddle() throws Exception {
        voice.prepare(List.of(GREETING)).get(60, TimeUnit.SECONDS);
        open();
        service.fault = Fault.DROP_MIDDLE;
        say(TURN, OTHER);
        assertThat(log.log.await("failed " + TURN + "/0")).contains("unavailable");
        service.fault = Fault.NONE;
        say(NEXT_TURN, GREETING);
        log.log.await("done " + NEXT_TURN + "/0");
        assertThat(log.count("failed 0/0")).isZero();
    }

    @Test
    void shouldKeepNothingOfWhatWasCancelled() {
        open();
        say(TURN, OTHER);
        log.log.await("done " + TURN + "/0");
        service.fault = Fault.LATE_AFTER_CANCEL;
        say(NEXT_TURN, OTHER);
        log.log.await("audio " + NEXT_TURN + "/0");
        session.cancel(NEXT_TURN + 1);
        service.fault = Fault.NONE;
        say(NEXT_TURN + 16, OTHER);
        log.log.await("done " + (NEXT_TURN + 16) + "/0");
        assertThat(log.pcm(NEXT_TURN + 16, 0)).isEqualTo(service.pcm(OTHER, 8_000));
        assertThat(cache.size()).isEqualTo(1);
        assertThat(log.count("done " + NEXT_TURN + "/")).isZero();
    }

    @Test
    void shouldPublishNoMoreThanCreditWhenEverythingIsKept() throws Exception {
        service.msPerChar = 60;
        voice.prepare(List.of(GREETING)).get(60, TimeUnit.SECONDS);
        open();
        session.speak(TURN, 0, GREETING);
        session.credit(TURN, 300);
        Eventually.holds("credit is used", () -> log.audioMs(TURN) == 300);
        session.credit(TURN, MUCH);
        log.log.await("done " + TURN + "/0");
        assertThat(log.audioMs(TURN)).isEqualTo(780);
    }

    @Test
    void shouldLetTheVoiceRunOnWhenMoreIsSaidThanItMayBeAhead() {
        service.msPerChar = 400;
        open();
        say(TURN, OTHER);
        log.log.await("done " + TURN + "/0");
        assertThat(log.audioMs(TURN)).isEqualTo(OTHER.length() * 400);
    }

    @Test
    void shouldWorkWithAVoiceThatAnswersOnTheSpot() {
        MockSynthesizer mock = new MockSynthesizer(1);
        voice = new CachedSynthesizer(mock, new PromptVoice("mock", "", "", 8_000), cache, net::next, time::nanoTime);
        open();
        for (int turn = 0; turn < 3; turn++) {
            long token = TURN + turn * 16L;
            say(token, OTHER, GREETING);
            log.log.await("done " + token + "/1");
            assertThat(log.audioMs(token)).isEqualTo((OTHER.length() + GREETING.length()) * 60);
        }
        assertThat(voice.hits()).isEqualTo(2);
    }

    @Test
    void shouldSpeakATurnAtOneRateWhenPromptsAreOfAnother() {
        cache.put(new PromptVoice("mock", "", "", 8_000), GREETING, new Prompt(16_000, new short[16_000], null), true);
        MockSynthesizer mock = new MockSynthesizer(1);
        voice = new CachedSynthesizer(mock, new PromptVoice("mock", "", "", 8_000), cache, net::next, time::nanoTime);
        open();
        say(TURN, OTHER, GREETING);
        log.log.await("done " + TURN + "/1");
        assertThat(log.rates).hasSize(1);
        assertThat(log.pcm(TURN, 0)).hasSize(OTHER.length() * 60 * log.rateHz / 1_000);
        assertThat(log.pcm(TURN, 1)).hasSize(log.rateHz);
    }
}
