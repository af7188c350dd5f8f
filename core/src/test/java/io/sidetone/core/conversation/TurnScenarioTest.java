package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.VantumView;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.turn.TurnPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opening, greeting, and turns that nobody interrupts. */
class TurnScenarioTest extends CallScenario {
    @Test
    @Tag("VAN-01")
    @Tag("VIP-T02")
    void shouldAnswerOnlyWhenAllThreeEnginesAreReady() {
        engines.readyAtOnce = false;
        givenCall();
        engines.stt.events.ready();
        engines.voice.events.ready();
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.CONNECTING);
        assertThat(call.signalling).isEmpty();
        engines.llm.events.ready();
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(call.signalling).containsExactly("answer");
    }

    @Test
    @Tag("VAN-01")
    @Tag("VAN-01.a")
    @Tag("VAN-01.b")
    void shouldTellTheIdOfTheCallAndOpenTheThreeEnginesAtOnceWhenNoneIsReady() {
        engines.readyAtOnce = false;
        List<String> told = new ArrayList<>();
        rig.client = (opened, event) -> {
            if (event instanceof CallObserver.Opened) {
                told.add(opened.setup().who().callId() + " " + opened.views().vantum() + " engines "
                        + engines.stt.opened);
            }
        };
        givenCall();
        assertThat(told)
                .as("before an engine is asked")
                .containsExactly("01TESTTESTTESTTESTTESTTEST INITIALIZING engines 0");
        assertThat(call.state()).isEqualTo(FloorState.CONNECTING);
        assertThat(List.of(engines.stt.opened, engines.llm.opened, engines.voice.opened))
                .as("sessions opened in the first event")
                .containsExactly(1, 1, 1);
    }

    @ParameterizedTest
    @Tag("VAN-01")
    @Tag("VAN-01.d")
    @Tag("VAN-02")
    @Tag("VAN-02.a")
    @ValueSource(ints = {8_000, 16_000})
    void shouldGiveTheRecognizerSixteenKilohertzWhateverTheLineCarries(int lineHz) {
        rig.mediaRateHz = lineHz;
        givenAnsweredCall();
        engines.llm.events.done(engines.llm.token, null);
        call.hear(CallerVoice.at(lineHz, quiet), 600);
        call.hear(CallerVoice.at(lineHz, talking), 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        engines.stt.fed.clear();
        call.hear(CallerVoice.tone(lineHz, 1_000), 500);
        assertThat(engines.stt.fed).hasSize(25).allMatch(frame -> frame.length == 320, "20 ms at 16 kHz");
        int rises = 0;
        double squares = 0;
        int last = 0;
        for (short[] frame : engines.stt.fed.subList(5, 25)) {
            for (short sample : frame) {
                rises += last < 0 && sample >= 0 ? 1 : 0;
                squares += (double) sample * sample;
                last = sample;
            }
        }
        assertThat(rises).as("periods of 1 kHz in 400 ms").isBetween(398, 401);
        assertThat(Math.sqrt(squares / (20 * 320)))
                .as("level of a sine of 8000")
                .isBetween(5_000.0, 6_300.0);
    }

    @Test
    @Tag("VIP-T19")
    @Tag("VAN-01")
    @Tag("VAN-01.e")
    void shouldEndWithReasonWhenAnEngineCannotBeOpened() {
        engines.readyAtOnce = false;
        givenCall();
        engines.voice.events.failed(Token.NONE, 0, new EngineFailure("unavailable", "no voice installed", false));
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T01", "VIP-T19", "VIP-T18");
        assertThat(call.signalling).containsExactly("end ENGINE_FAILED");
        assertThat(call.record.endCause()).isEqualTo(EndCause.ENGINE_FAILED);
        assertThat(call.record.timeline().entries())
                .extracting(TimelineEntry::text)
                .anyMatch(text -> text.contains("no voice installed"))
                .contains(EndCause.ENGINE_FAILED.reason() + " (in CONNECTING)");
        assertThat(VantumView.changes(call.record.transitions().entries()))
                .extracting(change -> change.from() + ">" + change.to())
                .containsExactly("INITIALIZING>ENDED");
        assertThat(rig.table.active()).isZero();
    }

    @Test
    void shouldSendNothingBeforeTheAnswerAndSilenceFromThenOn() {
        givenCall();
        rig.advance(200);
        assertThat(rig.sent).isEmpty();
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        rig.advance(200);
        assertThat(rig.sent).hasSize(10).allMatch(LaneRig.Sent::silence);
        assertThat(rig.sent.get(0).marker()).isTrue();
        assertThat(rig.sent.subList(1, 10)).noneMatch(LaneRig.Sent::marker);
        assertThat(rig.sent)
                .extracting(LaneRig.Sent::mediaIndex)
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void shouldTakeNobodysSpeechForATurnBeforeTheCallIsAnswered() {
        givenCall();
        call.hear(talking, 600);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        assertThat(engines.llm.asked).containsExactly("announce GREETING");
        call.hear(talking, 400);
        assertThat(call.state()).as("and from then on").isEqualTo(FloorState.LISTENING);
    }

    @Test
    @Tag("VIP-T04")
    @Tag("VIP-T10")
    void shouldGreetByAnnouncementWhenAnswered() {
        givenAnsweredCall();
        assertThat(engines.llm.asked).containsExactly("announce GREETING");
        engines.llm.say("Good day.");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        speakClause(0, 200, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        rig.advance(240);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(rules()).containsExactly("VIP-T01", "VIP-T02", "VIP-T04", "VIP-T10");
        assertThat(call.record.history().entries())
                .containsExactly(new History.Entry(History.Role.ASSISTANT, engines.llm.token, "Good day.", false, ""));
        assertThat(engines.llm.asked).containsExactly("announce GREETING", "spoken");
    }

    @Test
    @Tag("VIP-T03")
    @Tag("VIP-T05")
    @Tag("VIP-T07")
    @Tag("VIP-T16")
    void shouldTakeOneTurnThroughEveryStateWhenTheCallerAsks() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(engines.stt.asked).containsExactly("start");
        call.hear(quiet, TurnPolicy.DEFAULT.endSilenceMs() + 200);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        assertThat(engines.stt.asked).containsExactly("start", "end");
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours please");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH opening hours please");
        engines.llm.say("From nine to five.");
        speakClause(0, 200, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        rig.advance(240);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T16", "VIP-T07", "VIP-T10");
    }

    @Test
    void shouldFeedTheRecognizerFromBeforeTheOnsetWhenTheCallerStarts() {
        givenIdleAfterGreeting();
        call.hear(talking, 300);
        assertThat(engines.stt.frames).isGreaterThanOrEqualTo(25);
    }

    @Test
    @Tag("VAN-03")
    @Tag("VIP-T15")
    void shouldAskAgainWhenTheTranscriptIsEmpty() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "  ");
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T15");
        assertThat(engines.llm.asked).last().isEqualTo("announce NO_MATCH");
    }

    @Test
    void shouldAskAgainWhenTheFinalTranscriptNeverComes() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        call.hear(quiet, TurnPolicy.DEFAULT.finalTranscriptMs() + 40);
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T05", "VIP-T15");
    }

    @Test
    @Tag("VAN-05")
    @Tag("VAN-05.a")
    @Tag("VAN-05.c")
    void shouldSpeakTheFallbackSentenceWhenTheModelTakesTooLong() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "hello");
        rig.poll();
        long late = engines.llm.token;
        rig.recordFrames = false;
        engines.voice.asked.clear();
        rig.moves.clear();
        call.hear(quiet, 29_900);
        assertThat(rules()).as("within 30 s").isEmpty();
        call.hear(quiet, 140);
        assertThat(rules()).containsExactly("VIP-T15");
        assertThat(engines.voice.asked)
                .filteredOn(asked -> !asked.equals("cancel"))
                .containsExactly("0 I'm having trouble processing that.", "1 Could you rephrase?");
        long stale = rig.metrics().value(LaneCounter.STALE_DROPPED);
        engines.llm.events.text(late, "too late");
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isEqualTo(stale + 1);
    }

    @Test
    @Tag("VAN-05")
    @Tag("VAN-03")
    @Tag("VAN-03.a")
    void shouldBeSilentWhenTheResponseIsEmpty() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "hello");
        rig.poll();
        engines.voice.asked.clear();
        engines.llm.events.done(engines.llm.token, null);
        rig.poll();
        assertThat(rules()).contains("VIP-T15");
        assertThat(engines.voice.asked).isEmpty();
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    @Tag("VAN-03")
    void shouldNotSayThatNothingWasUnderstoodWhenTheVoiceFails() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "hello");
        rig.poll();
        engines.voice.asked.clear();
        engines.llm.events.text(engines.llm.token, "Good morning.");
        engines.llm.events.done(engines.llm.token, null);
        rig.poll();
        engines.voice.events.failed(
                engines.llm.token, 0, new EngineFailure(EngineFailure.UNAVAILABLE, "it broke", true));
        rig.poll();
        assertThat(engines.voice.asked)
                .filteredOn(asked -> !asked.equals("cancel"))
                .containsExactly("0 Good morning.", "0 I'm sorry, I have no answer to that.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"empty before the end", "empty behind the end", "failed", "late"})
    void shouldAnswerTheWordsThatWereShownWhenNothingIsLeftOfThem(String how) {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        long token = engines.stt.token;
        engines.stt.events.partial(token, "what are your");
        engines.stt.events.partial(token, "what are your hours");
        if (how.equals("empty before the end")) {
            engines.stt.events.finalTranscript(token, "");
        }
        rig.poll();
        call.hear(quiet, 900);
        if (how.equals("empty behind the end")) {
            engines.stt.events.finalTranscript(token, " ");
        } else if (how.equals("failed")) {
            engines.stt.events.failed(token, new EngineFailure("broken", "it broke", true));
        }
        rig.poll();
        if (how.equals("late")) {
            call.hear(quiet, 5_000);
        }
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH what are your hours");
    }

    @Test
    @Tag("VIP-T09")
    void shouldJoinTranscriptsWhenTheCallerContinuesAtOnce() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        assertThat(call.state()).isEqualTo(FloorState.FINALIZING);
        long first = engines.stt.token;
        call.hear(talking, 400);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        engines.stt.events.finalTranscript(first, "i would like");
        rig.poll();
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "an appointment");
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH i would like an appointment");
    }

    @Test
    @Tag("VIP-T09")
    void shouldRestartTheRequestWhenTheCallerContinuesWhileThinking() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "i would like");
        rig.poll();
        long first = engines.llm.token;
        call.hear(talking, 400);
        assertThat(engines.llm.asked).last().isEqualTo("cancelled ''");
        engines.llm.events.text(first, "dead text");
        rig.poll();
        assertThat(engines.voice.asked).noneMatch(a -> a.contains("dead text"));
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "an appointment");
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("respond SPEECH i would like an appointment");
    }
}
