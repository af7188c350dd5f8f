package io.sidetone.speech.deepgram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.setting.Altered;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.ServiceAccess;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DeepgramSynthesizerTest {
    private static final String KEY = "dg-0123456789";

    private final SpeakService service = new SpeakService(KEY);
    private final LoopbackServer server = LoopbackServer.open().socket("/v1/speak", service::accept);
    private final SpeakCall call = new SpeakCall(server);

    private DeepgramSynthesizer engine(WireEncoding encoding, int rateHz, int flushes, int clearMs, int firstByteMs) {
        ServiceAccess access = Altered.with(
                ServiceAccess.of("voice", KEY),
                "url",
                server.ws(""),
                "deadlines",
                new Deadlines(10_000, firstByteMs, 10_000));
        return new DeepgramSynthesizer(
                call.net,
                Altered.with(
                        DeepgramSynthesizerSettings.of(Altered.with(access, "sampleRateHz", rateHz)),
                        "encoding",
                        encoding,
                        "flushesPerMinute",
                        flushes,
                        "clearMs",
                        clearMs),
                call.meter,
                call.time::nanoTime);
    }

    private SpeakCall open() {
        return call.open(engine(WireEncoding.LINEAR16, 8_000, 20, 8_000, 10_000))
                .ready();
    }

    private long count(String command) {
        return service.last().commands.stream().filter(command::equals).count();
    }

    @Test
    void shouldSpeakEachClauseExactlyWhenFlushesAreToSpare() {
        try (call) {
            open().say(16, "Good evening.", "A table for two?");

            assertThat(call.end(16, 1)).startsWith("done");
            assertThat(call.audioMs(16, 0)).isEqualTo(13 * SpeakService.MS_PER_CHAR);
            assertThat(call.audioMs(16, 1)).isEqualTo(16 * SpeakService.MS_PER_CHAR);
            assertThat(call.levels(16, 0)).containsExactly(SpeakService.LEVEL);
            assertThat(call.levels(16, 1)).containsExactly(2 * SpeakService.LEVEL);
            assertThat(call.log.lines()).noneMatch(line -> line.startsWith("mixed"));
            assertThat(service.last().commands)
                    .containsExactly("Speak Good evening. ", "Flush", "Speak A table for two? ", "Flush");
            assertThat(call.meter.characters.sum()).isEqualTo(29);
        }
    }

    @Test
    void shouldDecodeMuLawWhenItIsAskedFor() {
        try (call) {
            call.open(engine(WireEncoding.MULAW, 8_000, 20, 8_000, 10_000))
                    .ready()
                    .say(16, "Hello.");

            assertThat(call.end(16, 0)).startsWith("done");
            assertThat(call.audioMs(16, 0)).isEqualTo(240);
            assertThat(call.levels(16, 0)).hasSize(1).allMatch(level -> Math.abs(level - SpeakService.LEVEL) < 20);
        }
    }

    @Test
    void shouldWriteTextAsJsonWhateverItHolds() {
        try (call) {
            open().say(16, "She said \"ja\\nein\",\n\u0001 grüß Gott 👍.");

            assertThat(call.end(16, 0)).startsWith("done");
            assertThat(service.last().commands).contains("Speak She said \"ja\\nein\",\n\u0001 grüß Gott 👍. ");
        }
    }

    @Test
    void shouldPublishNoMoreThanCreditAllows() {
        try (call) {
            open();
            call.session.credit(16, 300);
            call.session.speak(16, 0, "A long sentence that sounds for well over a second.");
            Eventually.holds("the first part", () -> call.audioMs(16, 0) >= 200);
            assertThat(call.audioMs(16, 0)).isLessThanOrEqualTo(300);
            call.session.credit(16, 500);
            Eventually.holds("the next", () -> call.audioMs(16, 0) >= 700);
            assertThat(call.audioMs(16, 0)).isLessThanOrEqualTo(800);
            call.session.credit(16, 10_000);

            assertThat(call.end(16, 0)).startsWith("done");
            assertThat(call.audioMs(16, 0)).isEqualTo(51 * SpeakService.MS_PER_CHAR);
        }
    }

    @Test
    void shouldAskForNoMoreWhenMuchWaitsToBePlayed() {
        try (call) {
            open();
            String[] clauses = IntStream.range(0, 12)
                    .mapToObj(i -> "Clause number " + i + " is rather long, as you can hear, is it not.")
                    .toArray(String[]::new);
            for (int i = 0; i < clauses.length; i++) {
                call.session.speak(16, i, clauses[i]);
            }
            Eventually.holds("a few were asked for", () -> count("Flush") >= 3);
            call.session.credit(16, 1_000);
            Eventually.holds("some was published", () -> call.audioMs(16, 0) > 900);

            assertThat(count("Flush")).isLessThanOrEqualTo(4);
            call.session.credit(16, 60_000);
            assertThat(call.end(16, 11)).startsWith("done");
        }
    }

    @Test
    void shouldStayWithinTheFlushLimitWhenADialogueIsFast() {
        service.delayMs = 3;
        try (call) {
            open();
            for (int turn = 1; turn <= 9; turn++) {
                call.say(turn * 16L, "Yes.", "One moment.", "I am looking.", "Here it is, I hope.");
                assertThat(call.end(turn * 16L, 3)).startsWith("done");
            }

            assertThat(count("Flush")).isLessThanOrEqualTo(20).isGreaterThan(10);
            for (int turn = 1; turn <= 9; turn++) {
                for (int clause = 0; clause < 4; clause++) {
                    assertThat(call.audioMs(turn * 16L, clause)).isPositive();
                }
            }
        }
    }

    @Test
    void shouldShareTheAudioOfABatchAmongItsClausesByTheirLength() {
        service.delayMs = 20;
        try (call) {
            call.open(engine(WireEncoding.LINEAR16, 8_000, 3, 8_000, 10_000)).ready();
            call.say(16, "Good evening.").end(16, 0);
            call.say(32, "Good evening.").end(32, 0);
            call.say(48, "Certainly, with pleasure.", "For how many people?", "…", "And when?");

            assertThat(call.end(48, 3)).startsWith("done");
            assertThat(call.audioMs(48, 0) + call.audioMs(48, 1) + call.audioMs(48, 3))
                    .isBetween((25 + 20 + 9) * SpeakService.MS_PER_CHAR - 3, (25 + 20 + 9) * SpeakService.MS_PER_CHAR);
            assertThat(call.audioMs(48, 0)).isBetween(900, 1_600);
            assertThat(call.audioMs(48, 1)).isPositive();
            assertThat(call.audioMs(48, 3)).isPositive();
        }
    }

    @Test
    void shouldBeDoneAtOnceWhenThereIsNothingToHear() {
        try (call) {
            open().say(16, "—", "Hello.", "…");

            assertThat(call.end(16, 2)).startsWith("done");
            assertThat(call.log.lines()).containsSubsequence("done 16/0", "done 16/1", "done 16/2");
            assertThat(count("Flush")).isEqualTo(1);
        }
    }

    @Test
    void shouldDropAudioUntilClearedWhenATurnIsCancelled() {
        service.paceMs = 5;
        service.lateMessages = 5;
        service.clearsTwice = true;
        try (call) {
            open().say(16, "This is a long sentence that will be cut short by the caller.");
            call.log.await("audio 16/0");
            call.session.cancel(17);
            int before = call.audioMs(16, 0);
            call.say(32, "Yes?");

            assertThat(call.end(32, 0)).startsWith("done");
            assertThat(call.audioMs(16, 0)).isBetween(before, before + 100);
            assertThat(call.levels(32, 0)).containsExactly(2 * SpeakService.LEVEL);
            assertThat(call.audioMs(32, 0)).isEqualTo(4 * SpeakService.MS_PER_CHAR);
            assertThat(call.meter.lateDropped.sum()).isGreaterThanOrEqualTo(5);
            assertThat(service.last().commands).contains("Clear");
            assertThat(call.log.lines()).noneMatch(line -> line.startsWith("done 16") || line.startsWith("failed"));
        }
    }

    @Test
    void shouldNotTakeAnOldFlushedForANewOneWhenItComesAfterCleared() {
        service.paceMs = 5;
        service.lateFlushed = true;
        try (call) {
            open().say(16, "This is a long sentence that will be cut short by the caller.");
            call.log.await("audio 16/0");
            call.session.cancel(17);
            service.delayMs = 60;
            call.say(32, "Yes please?");

            assertThat(call.end(32, 0)).startsWith("done");
            assertThat(call.audioMs(32, 0)).isEqualTo(11 * SpeakService.MS_PER_CHAR);
        }
    }

    @Test
    void shouldDropByTheFenceWhenNobodyCancels() {
        service.paceMs = 5;
        try (call) {
            open().say(16, "This is a long sentence that will be cut short by the caller.");
            call.log.await("audio 16/0");
            call.fence.advance(20);

            Eventually.holds("it was cleared", () -> count("Clear") == 1);
        }
    }

    @Test
    void shouldNotClearWhenNothingIsUnderWay() {
        try (call) {
            open().say(16, "Hello.").end(16, 0);
            call.session.cancel(17);
            call.say(32, "Again.").end(32, 0);

            assertThat(service.last().commands).doesNotContain("Clear");
        }
    }

    @Test
    void shouldSayItLaterWhenTheServiceRefusesAFlush() {
        service.flushes = 1;
        try (call) {
            open().say(16, "One.").end(16, 0);
            call.say(32, "Two.");
            Eventually.holds("it was refused", () -> count("Flush") == 2);
            service.flushes = 20;

            call.log.await("audio 32/0");

            assertThat(call.end(32, 0)).startsWith("done");
            assertThat(count("Flush")).isEqualTo(3);
        }
    }

    @Test
    void shouldRefuseAClauseThatIsTooLong() {
        try (call) {
            open().say(16, "word ".repeat(500));

            assertThat(call.end(16, 0)).contains("rejected").contains("2000");
        }
    }

    @Test
    void shouldSaySoWhenAProbeFindsTheServiceWell() throws Exception {
        try (call) {
            open();

            assertThat(engine(WireEncoding.LINEAR16, 8_000, 20, 8_000, 10_000)
                            .probe()
                            .get(60, TimeUnit.SECONDS)
                            .detail())
                    .contains("8000 Hz");
        }
    }

    @Test
    void shouldRefuseSettingsThatTheServiceWould() {
        ServiceAccess access = ServiceAccess.of("voice", KEY);

        assertThatThrownBy(() -> DeepgramSynthesizerSettings.of(Altered.with(access, "sampleRateHz", 11_025)))
                .hasMessageContaining("engines.voice.sample-rate")
                .hasMessageContaining("11025");
        assertThat(List.of(access.toString())).noneMatch(text -> text.contains(KEY));
    }
}
