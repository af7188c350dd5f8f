package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.Phrases;
import io.sidetone.core.dialogue.SpokenGuidance;
import io.sidetone.core.facts.HandedOver;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.port.AgentDirectory;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueModel;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.NextAgent;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.Recognizer;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.secret.SecretParameters;
import io.sidetone.core.turn.TurnPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call gets another agent, or its agent another language: at the fence, once, or not at all. */
class HandOverScenarioTest extends CallScenario {
    private static final String NOTE = "wants tea";

    private final ScriptedActions actions = new ScriptedActions();
    private final ScriptedActions nextActions = new ScriptedActions();
    private final ScriptedEngines next = new ScriptedEngines();
    private TurnPolicy nextPolicy =
            TurnPolicy.DEFAULT.withGuidance(SpokenGuidance.of(Map.of("no-match", "Wie bitte?")));
    private TurnPolicy policy = TurnPolicy.DEFAULT;
    private CallContext told;

    /** Whom the next agent knows. */
    private AgentDirectory back = AgentDirectory.none();

    /** Notes what the model of the next agent may know of the call. */
    private final class Told implements DialogueModel {
        @Override
        public DialogueSession open(CallContext context, DialogueEvents events) {
            told = context;
            return next.llm.open(context, events);
        }

        @Override
        public Capabilities capabilities() {
            return next.llm.capabilities();
        }

        @Override
        public EngineHealth health() {
            return next.llm.health();
        }
    }

    private final class Next implements NextAgent {
        @Override
        public Recognizer recognizer() {
            return next.stt;
        }

        @Override
        public DialogueModel dialogue() {
            return new Told();
        }

        @Override
        public Synthesizer synthesizer() {
            return next.voice;
        }

        @Override
        public ActionInvoker actions() {
            return nextActions;
        }

        @Override
        public boolean keepsDialogue() {
            return keepsDialogue;
        }

        @Override
        public TurnPolicy policy() {
            return nextPolicy;
        }

        @Override
        public AgentDirectory agents() {
            return back;
        }
    }

    @BeforeEach
    void knowSales() {
        rig.agents = new AgentDirectory() {
            @Override
            public boolean knows(String agent, String language) {
                return agent.equals("sales") || agent.equals("agent") && language.equals("de");
            }

            @Override
            public NextAgent next(String agent, String language) {
                return new Next();
            }
        };
        actions.terms = ScriptedActions.afterSpeech();
    }

    private boolean keepsDialogue;

    private void want(Map<String, Object> parameters) {
        engines.llm.events.action(engines.llm.token, new ActionCall("1", ActionCall.HAND_OVER, parameters, true));
        rig.poll();
    }

    /** The model hands over and says so. */
    private void handingOver(Map<String, Object> parameters) {
        givenCall(policy, actions);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.events.done(engines.llm.token, null);
        call.hear(quiet, 400);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "I want to buy tea");
        rig.poll();
        want(parameters);
        engines.llm.say("I connect you.");
        speakClause(0, 400, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
    }

    private void nextSpeaks(String text, int ms) {
        next.llm.say(text);
        rig.poll();
        short[] pcm = new short[ms * RATE / 1000];
        for (int i = 0; i + 160 <= pcm.length; i += 160) {
            voiceNoise.fill(pcm, i, 160);
        }
        next.voice.events.audio(next.voice.token, 0, new PcmChunk(RATE, pcm, 0, pcm.length, null));
        next.voice.events.done(next.voice.token, 0);
        rig.poll();
    }

    private List<String> agentTexts() {
        return call.record.history().entries().stream()
                .filter(entry -> entry.role() == History.Role.ASSISTANT)
                .map(History.Entry::text)
                .toList();
    }

    private void assertHandedOver() {
        assertThat(call.record.agents()).containsExactly("agent", "sales");
        assertThat(next.llm.asked).containsExactly("announce GREETING");
        assertThat(last(engines.stt.asked)).isEqualTo("close");
        assertThat(last(engines.llm.asked)).isEqualTo("close");
        assertThat(last(engines.voice.asked)).isEqualTo("close");
    }

    private void assertNotHandedOver() {
        assertThat(call.record.agents()).containsExactly("agent");
        assertThat(engines.llm.asked).doesNotContain("close");
        assertThat(next.llm.asked).doesNotContain("announce GREETING");
    }

    @Test
    void shouldForgetSecretKeysWhenAnotherAgentHasTheCall() {
        handingOver(Map.of("agent", "sales"));
        String key = String.valueOf(told.keys().put('7'));
        ActionCall pay = new ActionCall("2", "pay", Map.of("pin", key), false);
        assertThat(SecretParameters.of(pay, told.keys()).any()).isTrue();
        assertThat(SecretParameters.of(pay, told.keys()).call().parameters()).containsEntry("pin", "7");
        rig.advance(600);
        assertHandedOver();
        assertThat(SecretParameters.of(pay, told.keys()).call()).isEqualTo(pay);
    }

    @Test
    void shouldGiveTheCallToTheNextAgentWhenThePresentOneHasFinishedSpeaking() {
        handingOver(Map.of("agent", "sales", "note", NOTE));
        assertThat(next.stt.opened + next.llm.opened + next.voice.opened)
                .as("opened beside")
                .isEqualTo(3);
        assertNotHandedOver();
        rig.advance(600);
        assertHandedOver();
        assertThat(told.agent()).isEqualTo("sales");
        assertThat(told.facts().handedOver())
                .isEqualTo(new HandedOver("agent", "", NOTE, List.of(new HandedOver.Line(true, "I want to buy tea"))));
        nextSpeaks("Sales, good morning.", 200);
        rig.advance(400);
        call.hear(quiet, 400);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        next.stt.events.finalTranscript(next.stt.token, "a pound of tea");
        rig.poll();
        assertThat(last(next.llm.asked)).isEqualTo("respond SPEECH a pound of tea");
        assertThat(next.llm.history.entries().stream().map(History.Entry::text))
                .containsExactly("I want to buy tea", "I connect you.", "Sales, good morning.", "a pound of tea");
        next.llm.events.action(next.llm.token, new ActionCall("7", "order", Map.of(), false));
        rig.poll();
        assertThat(nextActions.asked).containsExactly("invoke order 7");
        assertThat(call.record.policy().guidance().noMatch()).isEqualTo("Wie bitte?");
        assertThat(call.record.actions().last().code()).isEqualTo(ActionResult.OK);
    }

    @Test
    void shouldCancelWhatTheAgentBeforeStillHasUnderWay() {
        givenThinking(actions);
        engines.llm.events.action(engines.llm.token, new ActionCall("2", "book", Map.of(), true));
        rig.poll();
        want(Map.of("agent", "sales"));
        engines.llm.say("I connect you.");
        speakClause(0, 400, null);
        rig.advance(600);
        assertHandedOver();
        assertThat(actions.asked).containsSubsequence("invoke book 2", "cancel 2");
        actions.ok("2");
        rig.poll();
        assertThat(next.llm.asked).containsExactly("announce GREETING");
    }

    @Test
    void shouldAskTheNextAgentWhomItCanHandOverTo() {
        back = rig.agents;
        handingOver(Map.of("agent", "sales"));
        rig.agents = AgentDirectory.none();
        rig.advance(600);
        nextActions.terms = ScriptedActions.afterSpeech();
        next.llm.events.action(
                next.llm.token,
                new ActionCall("2", ActionCall.HAND_OVER, Map.of("agent", "sales", "note", "again"), true));
        nextSpeaks("Wait.", 200);
        rig.advance(400);
        assertThat(call.record.agents()).containsExactly("agent", "sales", "sales");
    }

    @Test
    void shouldDropWhatTheAgentBeforeStillSends() {
        handingOver(Map.of("agent", "sales"));
        long before = engines.llm.token;
        rig.advance(600);
        assertHandedOver();
        assertThat(call.admission.fence().isDead(before)).isTrue();
        long stale = rig.metrics().value(LaneCounter.STALE_DROPPED);
        engines.llm.events.text(before, "One more thing.");
        engines.llm.events.done(before, null);
        engines.stt.events.finalTranscript(engines.stt.token, "hello");
        rig.poll();
        assertThat(rig.metrics().value(LaneCounter.STALE_DROPPED)).isGreaterThanOrEqualTo(stale + 2);
        nextSpeaks("Sales.", 200);
        rig.advance(400);
        assertThat(agentTexts()).containsExactly("I connect you.", "Sales.");
    }

    @Test
    void shouldGoOnWithTheHistoryWhenOnlyTheLanguageChanges() {
        handingOver(Map.of("language", "de"));
        rig.advance(600);
        assertThat(call.record.agents()).containsExactly("agent", "agent");
        assertThat(told.facts().handedOver().from()).isEmpty();
        assertThat(told.facts().handedOver().language()).isEqualTo("de");
        assertThat(next.llm.asked).containsExactly("respond TEXT ");
    }

    @Test
    void shouldKeepTheSessionOfADialogueThatSpeaksEveryLanguageWhenOnlyTheLanguageChanges() {
        keepsDialogue = true;
        handingOver(Map.of("language", "de"));
        assertThat(next.stt.opened + next.voice.opened).as("opened beside").isEqualTo(2);
        rig.advance(600);
        assertThat(call.record.agents()).containsExactly("agent", "agent");
        assertThat(next.llm.opened).isZero();
        assertThat(engines.llm.asked).doesNotContain("close").endsWith("result ok");
        assertThat(last(engines.stt.asked)).isEqualTo("close");
        assertThat(last(engines.voice.asked)).isEqualTo("close");

        engines.llm.events.hasMore();
        rig.advance(40);
        assertThat(last(engines.llm.asked)).isEqualTo("respond TEXT ");
        engines.llm.say("Guten Tag.");
        rig.poll();
        assertThat(next.voice.asked).contains("0 Guten Tag.");
    }

    @Test
    void shouldStandInForAKeptSessionThatIsLostWhileTheNextVoiceOpens() {
        keepsDialogue = true;
        next.readyAtOnce = false;
        handingOver(Map.of("language", "de"));
        engines.llm.events.failed(0, new EngineFailure("broken", "gone", true));
        rig.advance(600);
        assertThat(engines.llm.opened).as("opened again").isEqualTo(2);
        next.stt.events.ready();
        next.voice.events.ready();
        rig.advance(600);
        assertThat(call.record.agents()).containsExactly("agent", "agent");
        assertThat(next.llm.opened).isZero();
        call.hear(quiet, 400);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        next.stt.events.finalTranscript(next.stt.token, "Tee bitte");
        rig.poll();
        assertThat(last(engines.llm.asked)).isEqualTo("respond SPEECH Tee bitte");
    }

    @Test
    void shouldAskAKeptSessionThatIsOpenAgainWhenTheLanguageHasChanged() {
        keepsDialogue = true;
        next.readyAtOnce = false;
        handingOver(Map.of("language", "de"));
        engines.readyAtOnce = false;
        engines.llm.events.failed(0, new EngineFailure("broken", "gone", true));
        rig.advance(600);
        assertThat(engines.llm.opened).as("being opened again").isEqualTo(2);
        next.stt.events.ready();
        next.voice.events.ready();
        rig.advance(600);
        assertThat(call.record.agents()).containsExactly("agent", "agent");
        engines.llm.events.ready();
        rig.poll();
        call.hear(quiet, 400);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        next.stt.events.finalTranscript(next.stt.token, "Tee bitte");
        rig.poll();
        assertThat(last(engines.llm.asked)).isEqualTo("respond SPEECH Tee bitte");
    }

    @Test
    void shouldKeepTheAgentWhenTheCallerInterruptsItsLastWords() {
        givenThinking(actions);
        want(Map.of("agent", "sales"));
        engines.llm.say("I connect you now with my colleague of the other house.");
        speakClause(0, 4_000, null);
        call.hear(talking, 1_200);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertNotHandedOver();
        assertThat(last(next.llm.asked)).isEqualTo("close");
        assertThat(last(next.stt.asked)).isEqualTo("close");
        assertThat(last(next.voice.asked)).isEqualTo("close");
        assertThat(call.record.actions().last().code()).isEqualTo(ActionResult.CANCELLED);
    }

    @Test
    void shouldSayThatNobodyTakesOverWhenTheNextEnginesDoNotOpen() {
        next.llm.broken = true;
        handingOver(Map.of("agent", "sales"));
        rig.advance(600);
        assertNotHandedOver();
        assertThat(engines.llm.lastResult.code()).isEqualTo(ActionResult.FAILED);
        assertThat(last(next.stt.asked)).as("what had opened").isEqualTo("close");
    }

    @Test
    void shouldSayThatNobodyTakesOverWhenTheNextEnginesTakeTooLong() {
        next.readyAtOnce = false;
        handingOver(Map.of("agent", "sales"));
        rig.advance(600);
        assertNotHandedOver();
        rig.advance(Actions.SUCCESSION_LIMIT_MS);
        assertThat(last(engines.llm.asked)).isEqualTo("late timeout");
        assertNotHandedOver();
        next.stt.events.ready();
        next.llm.events.ready();
        next.voice.events.ready();
        rig.advance(100);
        assertNotHandedOver();
    }

    @Test
    void shouldAnswerTheCallerFirstWhenHeSpeaksBeforeTheNextEnginesAreOpen() {
        next.readyAtOnce = false;
        handingOver(Map.of("agent", "sales"));
        rig.advance(600);
        call.hear(talking, 400);
        next.stt.events.ready();
        next.llm.events.ready();
        next.voice.events.ready();
        call.hear(quiet, 900);
        assertNotHandedOver();
        engines.stt.events.finalTranscript(engines.stt.token, "thank you");
        rig.poll();
        engines.llm.say("You are welcome.");
        speakClause(0, 200, null);
        assertNotHandedOver();
        rig.advance(400);
        assertHandedOver();
    }

    @Test
    void shouldFailWhenThereIsNoSuchAgent() {
        handingOver(Map.of("agent", "nobody"));
        rig.advance(600);
        assertNotHandedOver();
        assertThat(engines.llm.lastResult.values().get(ActionResult.MESSAGE).toString())
                .contains("nobody");
        assertThat(next.llm.opened).isZero();
    }

    @Test
    void shouldHandOverWhenTheCallerSaysThePhrase() {
        policy = policy.withPhrases(new Phrases(List.of(), List.of(), List.of(), Map.of("Sales, please!", "sales")));
        givenCall(policy, actions);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.events.done(engines.llm.token, null);
        call.hear(quiet, 400);
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.llm.asked.clear();
        engines.stt.events.finalTranscript(engines.stt.token, "sales please");
        rig.poll();
        rig.advance(40);
        assertHandedOver();
        assertThat(engines.llm.asked).as("the dialogue was not asked").containsExactly("close");
        assertThat(userTexts()).containsExactly("sales please");
    }

    @Test
    void shouldHandOverWhenTheCallerPressesTheKeyWhileTheAgentSpeaks() {
        policy = policy.withPhrases(new Phrases(List.of(), List.of(), List.of(), Map.of("0", "sales")));
        givenCall(policy, actions);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.say("Hello, this is the house of tea.");
        speakClause(0, 2_000, null);
        rig.advance(400);
        call.publish(LaneEventType.DIGIT, 0, '0', null);
        rig.advance(40);
        assertHandedOver();
    }

    @Test
    void shouldSaySoWhenARuleNamesAnAgentWhoseEnginesDoNotOpen() {
        policy = policy.withPhrases(new Phrases(List.of(), List.of(), List.of(), Map.of("0", "sales")));
        next.voice.broken = true;
        givenCall(policy, actions);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.events.done(engines.llm.token, null);
        rig.advance(400);
        call.publish(LaneEventType.DIGIT, 0, '0', null);
        rig.advance(40);
        assertNotHandedOver();
        assertThat(String.join(" ", engines.voice.asked))
                .contains(policy.guidance().trouble().substring(0, 10));
    }

    @Test
    void shouldHandOverWhenTheAnswerOfAnActionSaysSo() {
        actions.terms = call -> call;
        givenThinking(actions);
        engines.llm.events.action(engines.llm.token, new ActionCall("1", "qualify", Map.of(), false));
        rig.poll();
        actions.invoked
                .get("1")
                .accept(ActionResult.ok("1", Map.of(ActionCall.HAND_OVER, Map.of("agent", "sales", "note", NOTE))));
        rig.poll();
        engines.llm.say("My colleague takes over.");
        speakClause(0, 200, null);
        rig.advance(400);
        assertHandedOver();
        assertThat(told.facts().handedOver().note()).isEqualTo(NOTE);
    }

    @Test
    void shouldOpenAnotherSessionOfTheDialogueWhenItDidNotAskForTheLanguageItself() {
        keepsDialogue = true;
        actions.terms = call -> call;
        givenThinking(actions);
        engines.llm.events.action(engines.llm.token, new ActionCall("1", "qualify", Map.of(), false));
        rig.poll();
        actions.invoked.get("1").accept(ActionResult.ok("1", Map.of(ActionCall.HAND_OVER, Map.of("language", "de"))));
        rig.poll();
        engines.llm.say("One moment.");
        speakClause(0, 200, null);
        rig.advance(400);
        assertThat(next.llm.asked).containsExactly("respond TEXT ");
        assertThat(last(engines.llm.asked)).isEqualTo("close");
    }

    @Test
    void shouldFeedTheNextRecognizerAtItsOwnRate() {
        next.stt.rateHz = 8_000;
        handingOver(Map.of("agent", "sales"));
        rig.advance(600);
        nextSpeaks("Sales.", 200);
        rig.advance(400);
        call.hear(quiet, 400);
        call.hear(talking, 400);
        assertThat(last(next.stt.fed)).hasSize(160);
        assertThat(last(engines.stt.fed)).hasSize(320);
    }

    @Test
    void shouldReleaseAllEnginesWhenTheCallEndsInBetween() {
        next.readyAtOnce = false;
        next.stt.holding = true;
        handingOver(Map.of("agent", "sales"));
        call.publish(LaneEventType.HANG_UP, 0, 0, EndCause.CALLER_HUNG_UP);
        rig.advance(100);
        assertThat(call.state()).as("one session has not released it").isEqualTo(FloorState.ENDING);
        next.stt.events.closed();
        rig.advance(100);
        assertThat(call.state()).isEqualTo(FloorState.ENDED);
        assertThat(last(next.llm.asked)).isEqualTo("close");
    }

    @Test
    void shouldOpenTheNextAgentsEnginesAgainWhenTheyDieLater() {
        handingOver(Map.of("agent", "sales"));
        rig.advance(600);
        nextSpeaks("Sales.", 200);
        rig.advance(400);
        next.llm.events.failed(0, ScriptedEngines.GONE);
        rig.advance(1_000);
        assertThat(next.llm.opened).isEqualTo(2);
        assertThat(engines.llm.opened).isEqualTo(1);
        assertThat(rig.metrics().value(LaneCounter.ENGINES_REOPENED)).isEqualTo(1);
    }
}
