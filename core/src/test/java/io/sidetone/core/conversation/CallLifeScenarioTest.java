package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LanePublisher;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionDefinition;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Actions, hold, limits and the end of a call. */
class CallLifeScenarioTest extends CallScenario {
    @Test
    @Tag("VIP-T08")
    @Tag("VIP-T13")
    void shouldReturnToThinkingWhenAnActionAnswers() {
        ActionInvoker invoker = new ActionInvoker() {
            @Override
            public void invoke(CallContext context, ActionCall requested, Consumer<ActionResult> answer) {
                answer.accept(new ActionResult(requested.invocationId(), true, "ok", Map.of()));
            }

            @Override
            public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
                answer.accept(ActionResult.ok(call.invocationId(), null));
            }

            @Override
            public ActionCall onTerms(ActionCall call) {
                return call;
            }

            @Override
            public List<ActionDefinition> definitions() {
                return List.of();
            }

            @Override
            public void cancel(CallContext context, String invocationId) {}
        };
        givenThinking(invoker);
        engines.llm.events.action(engines.llm.token, new ActionCall("1", "book", Map.of("day", "monday"), false));
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T08", "VIP-T13");
        assertThat(engines.llm.asked).last().isEqualTo("result ok");
    }

    @Test
    @Tag("VIP-T13")
    @Tag("VIP-T22")
    void shouldTellTheModelWhenAnActionTimesOutAndQueueKeysMeanwhile() {
        givenAction(silent());
        call.publish(LaneEventType.DIGIT, 0, '5', null);
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        rig.recordFrames = false;
        call.hear(quiet, 15_040);
        assertThat(engines.llm.asked).last().isEqualTo("result timeout");
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        engines.llm.say("Sorry.");
        speakClause(0, 200, null);
        call.hear(quiet, 300);
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 5");
    }

    @Test
    void shouldHangUpAfterTheLastWordWhenTheDialogueAsks() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.DIGIT, 0, '0', null);
        engines.llm.events.action(engines.llm.token, new ActionCall("1", ActionCall.HANG_UP, Map.of(), true));
        engines.llm.say("Goodbye.");
        speakClause(0, 400, null);
        rig.advance(300);
        assertThat(call.signalling).containsExactly("answer");
        rig.advance(600);
        assertThat(call.signalling).containsExactly("answer", "end AGENT_HUNG_UP");
        assertThat(rig.ended).containsExactly(call.record);
    }

    @Test
    void shouldSendNothingAndHearNothingWhenHeldAndGoOnWhenResumed() {
        givenSpeaking(2_800);
        rig.advance(400);
        call.publish(LaneEventType.HOLD, 0, 1, null);
        rig.sent.clear();
        call.hear(talking, 1_000);
        assertThat(rig.sent).isEmpty();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.publish(LaneEventType.HOLD, 0, 0, null);
        rig.advance(100);
        assertThat(rig.sent).isNotEmpty();
        assertThat(rig.sent.get(0).marker()).isTrue();
        assertThat(rig.sent.get(0).silence()).isFalse();
        assertThat(rig.sent.get(0).turnPositionMs()).isBetween(380L, 440L);
    }

    @Test
    void shouldEndWhenNoMediaComesForTheTimeoutButNotWhileHeld() {
        givenIdleAfterGreeting();
        rig.recordFrames = false;
        call.publish(LaneEventType.HOLD, 0, 1, null);
        rig.advance(TurnPolicy.DEFAULT.bounds().mediaTimeoutMs() + 1_000);
        assertThat(call.signalling).containsExactly("answer");
        call.publish(LaneEventType.HOLD, 0, 0, null);
        rig.advance(TurnPolicy.DEFAULT.bounds().mediaTimeoutMs() - 100);
        assertThat(call.signalling).containsExactly("answer");
        rig.advance(200);
        assertThat(call.signalling).containsExactly("answer", "end MEDIA_TIMEOUT");
    }

    @Test
    void shouldEndWhenTheLaneStoodStillSoLongThatAnEventWasLost() {
        givenIdleAfterGreeting();
        LanePublisher publisher = call.admission.publisher();
        while (!publisher.overflowed()) {
            publisher.publish(LaneEventType.MEDIA_ALIVE, 0, 0, 0, null, rig.nowNs);
        }
        rig.poll();
        rig.advance(200);
        assertThat(call.record.endCause()).isEqualTo(EndCause.OVERLOAD);
    }

    @Test
    void shouldStayAliveWhenOnlyRtcpComes() {
        givenIdleAfterGreeting();
        rig.recordFrames = false;
        for (int i = 0; i < 10; i++) {
            rig.advance(5_000);
            call.publish(LaneEventType.MEDIA_ALIVE, 0, 0, null);
        }
        assertThat(call.signalling).containsExactly("answer");
    }

    @Test
    void shouldAskWhetherTheCallerIsThereWhenNothingIsSaid() {
        givenIdleAfterGreeting();
        call.hear(quiet, TurnPolicy.DEFAULT.noInputMs());
        assertThat(engines.llm.asked).last().isEqualTo("announce NO_INPUT");
    }

    @Test
    @Tag("VIP-T18")
    @Tag("VAN-10")
    @Tag("VAN-11")
    void shouldReleaseEverythingInTheSameEventWhenTheCallerHangsUp() {
        givenSpeaking(2_800);
        rig.advance(900);
        long agentToken = engines.voice.token;
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        assertThat(rules()).containsExactly("VIP-T18", "VIP-T18");
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
        assertThat(engines.stt.asked).last().isEqualTo("close");
        assertThat(engines.llm.asked).last().isEqualTo("close");
        assertThat(engines.voice.asked).last().isEqualTo("close");
        assertThat(call.admission.fence().isDead(agentToken)).isTrue();
        assertThat(rig.table.active()).isZero();
        assertThat(call.record.timeline().entries())
                .anyMatch(e -> e.kind().equals("end") && e.text().contains("SPEAKING"));
        assertThat(last(call.record.history().entries()).interrupted()).isTrue();
        assertThat(rig.ended).containsExactly(call.record);
    }

    @Test
    void shouldKeepTheSlotUntilEveryProducerHasLetGo() {
        givenIdleAfterGreeting();
        call.acknowledgeRelease = false;
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        assertThat(call.state()).isEqualTo(FloorState.ENDING);
        assertThat(rig.table.active()).isEqualTo(1);
        call.publish(LaneEventType.RELEASED, 0, 0, "media");
        assertThat(rig.table.active()).isEqualTo(1);
        call.publish(LaneEventType.RELEASED, 0, 0, "signalling");
        assertThat(rig.table.active()).isZero();
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        assertThat(rig.metrics().value(LaneCounter.STRAY_EVENTS)).isEqualTo(1);
    }

    @Test
    void shouldForceTheReleaseWhenAProducerNeverLetsGo() {
        givenIdleAfterGreeting();
        call.acknowledgeRelease = false;
        rig.recordFrames = false;
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        rig.advance(10_100);
        assertThat(rig.table.active()).isZero();
        assertThat(rig.metrics().value(LaneCounter.RELEASE_TIMEOUTS)).isEqualTo(1);
    }

    @Test
    void shouldFallBackToKeysWhenTheRecognizerIsExhausted() {
        givenIdleAfterGreeting();
        call.hear(talking, 300);
        engines.stt.events.failed(engines.stt.token, new EngineFailure("exhausted", "no decoder free", true));
        rig.poll();
        assertThat(rules()).containsExactly("VIP-T03", "VIP-T06");
        assertThat(engines.llm.asked).last().isEqualTo("announce DIGITS_ONLY");
        int starts = engines.stt.asked.size();
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 1");
        assertThat(engines.stt.asked).hasSize(starts);
    }

    @Test
    void shouldMakeUpThreeFramesAndSkipTheRestWhenTheLaneIsLate() {
        givenIdleAfterGreeting();
        rig.advance(20);
        long before = last(rig.sent).mediaIndex();
        rig.sent.clear();
        rig.stall(200);
        rig.advance(20);
        assertThat(rig.sent.size()).isLessThanOrEqualTo(4);
        assertThat(last(rig.sent).mediaIndex() - before).isBetween(10L, 12L);
        assertThat(rig.metrics().value(LaneCounter.FRAMES_SKIPPED)).isGreaterThan(5);
    }

    @Test
    void shouldConcealAtMostThreeFramesWhenPacketsAreLost() {
        givenIdleAfterGreeting();
        call.hear(quiet, 100);
        call.lose(2);
        call.hear(quiet, 20);
        call.lose(50);
        call.hear(quiet, 20);
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        assertThat(call.record.statistics().framesConcealed()).isEqualTo(5);
    }

    @Test
    void shouldEndOnlyItsOwnCallWhenAnEngineThrows() {
        ScriptedEngines healthy = new ScriptedEngines();
        LaneRig.RigCall other = rig.open(healthy.stt, healthy.llm, healthy.voice, TurnPolicy.DEFAULT);
        givenCall();
        call.publish(LaneEventType.HANG_UP, 0, 0, "not a cause");
        assertThat(call.record.endCause()).isEqualTo(EndCause.INTERNAL_ERROR);
        assertThat(rig.metrics().value(LaneCounter.FAULTS)).isEqualTo(1);
        assertThat(other.state()).isEqualTo(FloorState.IDLE);
    }

    // ---- what must not hang -----------------------------------------------------------------------------------------

    private void givenAction(ActionInvoker invoker) {
        givenThinking(invoker);
        engines.llm.events.action(engines.llm.token, new ActionCall("1", "book", Map.of(), false));
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
    }

    private static ActionInvoker silent() {
        return new ActionInvoker() {
            @Override
            public void invoke(CallContext context, ActionCall requested, Consumer<ActionResult> answer) {}

            @Override
            public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
                answer.accept(ActionResult.ok(call.invocationId(), null));
            }

            @Override
            public ActionCall onTerms(ActionCall call) {
                return call;
            }

            @Override
            public List<ActionDefinition> definitions() {
                return List.of();
            }

            @Override
            public void cancel(CallContext context, String invocationId) {}
        };
    }

    @Test
    void shouldWaitForTheActionWhenTheModelIsDoneBeforeItsResult() {
        givenAction(silent());
        engines.llm.events.done(engines.llm.token, null);
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        call.publish(LaneEventType.ACTION_RESULT, engines.llm.token, 0, new ActionResult("1", true, "ok", Map.of()));
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        engines.llm.say("Booked.");
        speakClause(0, 200, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        rig.advance(300);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    @Tag("VIP-T17")
    void shouldSpeakTheFallbackWhenTheModelFailsWhileItsActionRuns() {
        givenAction(silent());
        engines.llm.events.failed(engines.llm.token, new EngineFailure("broken", "gone", false));
        rig.poll();
        assertThat(rules()).contains("VIP-T17");
        assertThat(engines.voice.asked).anyMatch(a -> a.contains("I'm having trouble processing that."));
    }

    @Test
    @Tag("VIP-09")
    void shouldTellTheModelWhenAnInvokerThrows() {
        givenThinking(new ActionInvoker() {
            @Override
            public void invoke(CallContext context, ActionCall requested, Consumer<ActionResult> answer) {
                throw new IllegalStateException("defect");
            }

            @Override
            public void check(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
                answer.accept(ActionResult.ok(call.invocationId(), null));
            }

            @Override
            public ActionCall onTerms(ActionCall call) {
                return call;
            }

            @Override
            public List<ActionDefinition> definitions() {
                return List.of();
            }

            @Override
            public void cancel(CallContext context, String invocationId) {}
        });
        engines.llm.events.action(engines.llm.token, new ActionCall("1", "book", Map.of(), false));
        rig.poll();
        assertThat(engines.llm.asked).last().isEqualTo("result failed");
    }

    @Test
    void shouldTellTheDialogueWhatAnActionOfACancelledTurnBrought() {
        givenAction(silent());
        long asked = engines.llm.token;
        engines.llm.events.failed(asked, new EngineFailure("broken", "gone", false));
        rig.poll();
        call.publish(LaneEventType.ACTION_RESULT, asked, 0, new ActionResult("1", true, "ok", Map.of()));
        assertThat(engines.llm.asked).last().isEqualTo("result ok");
    }

    @Test
    void shouldFreeTheFloorWhenTheRestOfASentenceNeverComes() {
        givenSpeaking(400);
        rig.recordFrames = false;
        engines.llm.events.text(engines.llm.token, "late");
        call.hear(quiet, 400);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.events.text(engines.llm.token, "A sentence without an end. ");
        speakClause(0, 200, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        call.hear(quiet, 11_000);
        assertThat(rules()).endsWith("VIP-T11", "VIP-T12");
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    @Test
    @Tag("VIP-T19")
    void shouldGiveUpWhenAnEngineNeverOpens() {
        engines.readyAtOnce = false;
        givenCall();
        rig.advance(30_100);
        assertThat(call.signalling).containsExactly("end ENGINE_FAILED");
        assertThat(rig.table.active()).isZero();
    }

    @Test
    void shouldReleaseEverythingWhenAnEngineThrowsAtTheEnd() {
        givenIdleAfterGreeting();
        engines.stt.throwing = true;
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        assertThat(engines.voice.asked).last().isEqualTo("close");
        assertThat(call.signalling).last().isEqualTo("end CALLER_HUNG_UP");
        assertThat(rig.metrics().value(LaneCounter.FAULTS)).isEqualTo(1);
        rig.recordFrames = false;
        rig.advance(10_100);
        assertThat(rig.table.active()).isZero();
    }

    @Test
    void shouldSettleWhenAResponseMakesNoSound() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.say("...");
        rig.poll();
        engines.voice.events.done(engines.voice.token, 0);
        rig.poll();
        assertThat(rules()).contains("VIP-T15");
    }

    // ---- keys and goodbyes ------------------------------------------------------------------------------------------

    @Test
    @Tag("VIP-17")
    void shouldStayOnTheLineWhenTheCallerSpeaksAfterTheGoodbye() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.DIGIT, 0, '0', null);
        engines.llm.events.action(engines.llm.token, new ActionCall("1", ActionCall.HANG_UP, Map.of(), true));
        engines.llm.say("Goodbye.");
        speakClause(0, 200, null);
        rig.advance(240);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        engines.llm.say("From nine to five.");
        speakClause(0, 200, null);
        rig.advance(2_000);
        assertThat(call.signalling).containsExactly("answer");
    }

    @Test
    void shouldNotTakeATerminatorForAnInputWhenTheInputWasComplete() {
        givenIdleAfterGreeting();
        engines.llm.events.done(engines.llm.token, null);
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        call.publish(LaneEventType.DIGIT, 0, '#', null);
        assertThat(engines.llm.asked).last().isEqualTo("respond DIGITS 1");
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
    }

    @Test
    void shouldAskForNoDecoderWhenTheCallerUsesKeys() {
        givenIdleAfterGreeting();
        call.publish(LaneEventType.DIGIT, 0, '1', null);
        assertThat(engines.stt.asked).isEmpty();
    }

    @Test
    void shouldSayOnceInHistoryWhatTheCallerContinued() {
        givenIdleAfterGreeting();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "i would like");
        rig.poll();
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "an appointment");
        rig.poll();
        assertThat(engines.llm.history.entries())
                .extracting(io.sidetone.core.dialogue.History.Entry::text)
                .containsExactly("Hi.", "i would like an appointment");
    }
}
