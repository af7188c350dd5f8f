package io.sidetone.speech.deepgram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LogWatch;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FluxRecognizerTest {
    private static final String KEY = "dg-0123456789";

    private final FluxService service = new FluxService(KEY);
    private final LoopbackServer server = LoopbackServer.open().socket("/v2/listen", service::accept);
    private final ListenCall call = new ListenCall(server);
    private final FluxRecognizer.ForcedEnds forcedEnds = new FluxRecognizer.ForcedEnds();

    private FluxRecognizer engine(double eager, boolean forceEnd, int idleMs, int finalizeMs, int firstByteMs) {
        ServiceAccess access = Altered.with(
                ServiceAccess.of("flux", KEY),
                "url",
                server.ws(""),
                "deadlines",
                new Deadlines(10_000, firstByteMs, 10_000));
        return new FluxRecognizer(
                call.net,
                Altered.with(
                        FluxSettings.of(access),
                        "eagerEotThreshold",
                        eager,
                        "forceEnd",
                        forceEnd,
                        "keyterms",
                        List.of("Sidetone"),
                        "idleMs",
                        idleMs,
                        "finalizeMs",
                        finalizeMs,
                        "finalP99Ms",
                        finalizeMs),
                forcedEnds,
                call.meter,
                call.time::nanoTime);
    }

    private ListenCall open() {
        return call.open(engine(0, true, 4_000, 10_000, 10_000)).ready();
    }

    @Test
    void shouldEndTheTurnWhenTheUtteranceEnds() {
        try (call) {
            open().start(16).silence(400).say("book a table").silence(400).end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
            assertThat(service.last().commands).containsExactly(FluxSession.FORCE_END);
        }
    }

    @Test
    void shouldAnswerAtOnceWhenFluxEndedTheTurnItself() {
        try (call) {
            open().start(16).say("yes please").silence(1_200);
            Eventually.holds("Flux ended it", () -> service.last().events.contains("EndOfTurn"));
            service.last().peer.text("{\"type\":\"Novelty\"}");
            Eventually.holds("we know, too", () -> call.meter.unexpected.sum() == 1);
            call.silence(80).end(16);

            assertThat(call.result(16)).isEqualTo("final 16 yes please");
            assertThat(service.last().commands).isEmpty();
        }
    }

    @Test
    void shouldSayHowMuchOfTheSoundItsWordsLack() {
        try (call) {
            open().start(16).silence(400).say("book a table").silence(400);
            Eventually.holds(
                    "the words cover all but what came after the last update",
                    () -> call.events.behindMs.stream().anyMatch(ms -> ms > 0 && ms <= 280));
            call.end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
        }
    }

    @Test
    void shouldLetTimePassWhenTheServiceKnowsNoForcedEnd() {
        service.pauseMs = 400;
        try (call) {
            call.open(engine(0, false, 4_000, 10_000, 10_000)).ready();
            call.start(16).say("yes").silence(100).end(16);

            assertThat(call.result(16)).isEqualTo("final 16 yes");
            assertThat(service.last().commands).isEmpty();
        }
    }

    @Test
    void shouldForceNoEndAnyMoreWhenTheServiceDoesNotKnowIt() {
        service.noForcedEnds = true;
        try (call;
                LogWatch logs = new LogWatch()) {
            open().start(16).silence(400).say("book a table").silence(400).end(16);
            assertThat(call.result(16)).as("its words survive").isEqualTo("final 16 book a table");
            assertThat(call.log().await("failed 0 ")).contains("UNPARSABLE_CLIENT_MESSAGE");

            service.pauseMs = 400;
            call.reopen(engine(0, true, 4_000, 10_000, 10_000)).ready();
            for (int token = 32; token <= 64; token += 16) {
                call.start(token).say("yes").silence(100).end(token);
                assertThat(call.result(token)).isEqualTo("final " + token + " yes");
            }
            assertThat(service.streams).hasSize(2);
            assertThat(service.last().commands).isEmpty();
            assertThat(logs.lines())
                    .filteredOn(line -> line.contains("engines.flux.options.force-end"))
                    .hasSize(1);
        }
    }

    @Test
    void shouldGoOnForcingEndsWhenAConnectionIsLostForAnotherReason() {
        try (call) {
            open().start(16).silence(400).say("book a table").silence(400).end(16);
            assertThat(call.result(16)).isEqualTo("final 16 book a table");
            service.last()
                    .peer
                    .text(
                            "{\"type\":\"Error\",\"code\":\"INTERNAL_SERVER_ERROR\",\"description\":\"x\",\"sequence_id\":99}");
            call.log().await("failed 0 ");

            call.reopen().ready();
            call.start(32).say("yes").silence(100).end(32);
            assertThat(call.result(32)).isEqualTo("final 32 yes");
            assertThat(service.last().commands).containsExactly(FluxSession.FORCE_END);
        }
    }

    @Test
    void shouldCollectTheTurnsOfOneUtterance() {
        service.pauseMs = 200;
        try (call) {
            open().start(16)
                    .say("book a table")
                    .silence(400)
                    .say("for two")
                    .silence(400)
                    .end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table for two");
            assertThat(call.lines("final")).hasSize(1);
        }
    }

    @Test
    void shouldFollowAnEarlyEndThatWasNone() {
        try (call) {
            call.open(engine(0.5, true, 4_000, 10_000, 10_000)).ready();
            call.start(16).say("book a").silence(300).say("table").silence(300).end(16);

            assertThat(call.result(16)).isEqualTo("final 16 book a table");
            Eventually.holds("it ended", () -> service.last().events.contains("EndOfTurn"));
            assertThat(service.last().events)
                    .containsSubsequence("EagerEndOfTurn", "TurnResumed", "EagerEndOfTurn", "EndOfTurn");
        }
    }

    @Test
    void shouldTellWhatFluxTakesForTheWhole() {
        try (call) {
            call.open(engine(0.5, true, 4_000, 10_000, 10_000)).ready();
            call.start(16).say("book a").silence(300);
            call.log().await("COMPLETE 16 book a");
            call.say("table").silence(300);
            call.log().await("COMPLETE 16 book a table");
            call.end(16);
            assertThat(call.result(16)).isEqualTo("final 16 book a table");
        }
    }

    @Test
    void shouldNotLeakWordsOfADroppedUtteranceIntoTheNext() {
        try (call) {
            open().start(16)
                    .say("stop no no")
                    .cancel(16)
                    .start(32)
                    .say("yes please")
                    .silence(400)
                    .end(32);

            assertThat(call.result(32)).isEqualTo("final 32 yes please");
            assertThat(call.lines("final 16")).isEmpty();
        }
    }

    @Test
    void shouldGiveEachUtteranceItsOwnWordsWhenTheyFollowAtOnce() {
        try (call) {
            open().start(16)
                    .say("book a")
                    .silence(300)
                    .end(16)
                    .start(32)
                    .say("table for")
                    .silence(300)
                    .end(32);

            assertThat(call.result(32)).isEqualTo("final 32 table for");
            assertThat(call.result(16)).isEqualTo("final 16 book a");
        }
    }

    @Test
    void shouldUnderstandWhenWordsHaveNoTimesAndNumbersAreMissing() {
        service.untimed = true;
        service.gaps = true;
        try (call) {
            open().start(16).silence(200).say("book a").silence(300).end(16);
            assertThat(call.result(16)).isEqualTo("final 16 book a");
            call.start(32).silence(200).say("table").silence(300).end(32);

            assertThat(call.result(32)).isEqualTo("final 32 table");
        }
    }

    @Test
    void shouldDropWhatComesTwice() {
        try (call) {
            open().start(16).say("yes");
            call.log().await("partial 16 yes");
            service.last()
                    .peer
                    .text(
                            "{\"type\":\"TurnInfo\",\"request_id\":\"r\",\"sequence_id\":0,\"event\":\"EndOfTurn\","
                                    + "\"turn_index\":0,\"audio_window_start\":0,\"audio_window_end\":9,\"transcript\":\"stop\",\"words\":[]}");
            call.silence(300).end(16);

            assertThat(call.result(16)).isEqualTo("final 16 yes");
            assertThat(call.meter.lateDropped.sum()).isEqualTo(1);
        }
    }

    @Test
    void shouldFeedSilenceWhenNobodySpeaks() {
        try (call) {
            call.open(engine(0, true, 200, 10_000, 10_000)).ready();

            Eventually.holds("silence came", () -> service.last().positionMs >= 320);
        }
    }

    @Test
    void shouldFailWhenFluxNeverGreets() {
        service.noGreeting = true;
        try (call) {
            call.open(engine(0, true, 4_000, 10_000, 150));

            assertThat(call.log().await("failed 0 ")).contains("timeout").contains("greeting");
        }
    }

    @Test
    void shouldLoseTheSessionWhenFluxReportsAnError() {
        try (call) {
            open().start(16).say("yes");
            Eventually.holds("audio arrived", () -> service.last().positionMs > 100);
            service.last()
                    .peer
                    .text("{\"type\":\"Error\",\"sequence_id\":99,\"code\":\"INTERNAL_SERVER_ERROR\","
                            + "\"description\":\"sorry, " + KEY + "\"}");

            assertThat(call.log().await("failed 0 "))
                    .contains("broken")
                    .contains("INTERNAL_SERVER_ERROR")
                    .doesNotContain(KEY);
            assertThat(call.result(16)).startsWith("failed 16 ");
        }
    }

    @Test
    void shouldLiveWithGarbageButNotWithNothingElse() {
        try (call) {
            open();
            service.last().peer.text("{");
            service.last().peer.text("{\"type\":\"TurnInfo\",\"sequence_id\":1,\"event\":\"Sneeze\"}");
            service.last().peer.binary(new byte[4]);
            call.start(16).say("yes").silence(300).end(16);
            assertThat(call.result(16)).isEqualTo("final 16 yes");
            for (int i = 0; i < 3; i++) {
                service.last().peer.text("garbage");
            }

            assertThat(call.log().await("failed 0 ")).contains("broken");
        }
    }

    @Test
    void shouldSaySoWhenAProbeFindsTheServiceWell() throws Exception {
        try (call) {
            open();

            assertThat(engine(0, true, 4_000, 10_000, 10_000)
                            .probe()
                            .get(60, TimeUnit.SECONDS)
                            .up())
                    .isTrue();
        }
    }

    @Test
    void shouldRefuseSettingsThatTheServiceWould() {
        ServiceAccess access = Altered.with(ServiceAccess.of("flux", KEY), "sampleRateHz", 16_000);

        assertThatThrownBy(() -> FluxSettings.of(Altered.with(access, "model", "nova-3")))
                .hasMessageContaining("engines.flux.model")
                .hasMessageContaining("nova-3");
        assertThatThrownBy(() -> Altered.with(FluxSettings.of(access), "encoding", WireEncoding.MULAW))
                .hasMessageContaining("16000")
                .hasMessageContaining("linear16");
        assertThatThrownBy(() -> Altered.with(FluxSettings.of(access), "eagerEotThreshold", 0.2))
                .hasMessageContaining("eager-eot-threshold")
                .hasMessageContaining("0.2");
    }
}
