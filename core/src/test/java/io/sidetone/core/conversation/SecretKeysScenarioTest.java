package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.journal.SampleCalls;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.journal.record.JournalRecord;
import io.sidetone.core.journal.record.RecordKind;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.ListenHint.Secrecy;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.core.port.action.RequestedAction;
import io.sidetone.core.secret.SecretParameters;
import io.sidetone.core.secret.SecretPlaceholders;
import io.sidetone.core.turn.PolicyNumber;
import io.sidetone.core.turn.TurnPolicy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a caller keys where the dialogue asks for a secret reaches the action that wants it, and nothing that the call keeps. */
class SecretKeysScenarioTest extends CallScenario {
    private static final String CARD = "4111222233334444";
    private static final ListenHint SECRET = new ListenHint("", CARD.length(), '#', Secrecy.SECRET);

    private static final ListenHint MENU = new ListenHint("menu", 1, '#', Secrecy.AHEAD);

    private final Desk desk = new Desk();

    /** Takes the parameters as who carries them out does, and repeats them. */
    private static final class Desk extends ScriptedActions {
        private final List<Map<String, Object>> got = new ArrayList<>();
        private CallContext context;
        private boolean answers = true;
        private boolean over;

        @Override
        public void invoke(CallContext context, ActionCall call, Consumer<ActionResult> answer) {
            SecretParameters secret = SecretParameters.of(call, context.keys());
            if (!answers) {
                super.invoke(context, call, answer);
                return;
            }
            this.context = context;
            got.add(secret.call().parameters());
            answer.accept(secret.covered(
                    ActionResult.ok(call.invocationId(), secret.call().parameters())));
        }
    }

    private void askedFor(ListenHint hint) {
        givenCall(TurnPolicy.DEFAULT, desk);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.events.text(engines.llm.token, "Your number, please.");
        engines.llm.events.done(engines.llm.token, hint);
        speakClause(0, 200, null);
        rig.advance(400);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
    }

    private void keys(String digits) {
        digits.chars().forEach(key -> {
            call.publish(LaneEventType.DIGIT, 0, key, null);
            rig.advance(100);
        });
    }

    /** Returns the keys as the dialogue got them. */
    private String input() {
        String asked = last(engines.llm.asked);
        assertThat(asked).startsWith("respond ");
        return asked.substring(asked.lastIndexOf(' ') + 1);
    }

    private void pay(String card) {
        engines.llm.events.action(engines.llm.token, new ActionCall("1", "pay", Map.of("card", card), false));
        rig.poll();
        rig.advance(1_500);
    }

    private List<JournalRecord> records() {
        List<JournalRecord> inputs = new ArrayList<>();
        try (JournalFileReader reader = new JournalFileReader(new ByteArrayInputStream(journals.bytes(0)), null)) {
            for (JournalRecord record = reader.next(); record != null; record = reader.next()) {
                JournalRecord copy = new JournalRecord().begin(record.kind);
                copy.what = record.what;
                copy.a = record.a;
                copy.ref = record.ref;
                copy.samples = record.samples;
                System.arraycopy(record.pcm, 0, copy.pcm, 0, record.samples);
                inputs.add(copy);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return inputs;
    }

    private List<JournalRecord> inputs(LaneEventType type) {
        return records().stream()
                .filter(record -> record.kind == RecordKind.INPUT && record.what == type.ordinal())
                .toList();
    }

    private void nothingIsKept() {
        assertThat(new String(journals.bytes(0), StandardCharsets.ISO_8859_1)).doesNotContain(CARD);
        assertThat(records()).noneMatch(record -> String.valueOf(record.ref).contains(CARD));
        assertThat(inputs(LaneEventType.DIGIT))
                .isNotEmpty()
                .allMatch(record -> SecretPlaceholders.is((char) record.a) || "*#".indexOf((char) record.a) >= 0);
        assertThat(call.record.timeline().entries())
                .extracting(TimelineEntry::text)
                .noneMatch(text -> text.contains(CARD) || text.matches("[0-9A-D]"))
                .noneMatch(text -> text.chars().anyMatch(each -> SecretPlaceholders.is((char) each)));
        assertThat(userTexts()).noneMatch(text -> text.matches(".*[0-9].*"));
    }

    /** Sees what everybody sees who watches calls. */
    private static final class Watcher implements CallObserver {
        private final List<String> seen = new ArrayList<>();

        @Override
        public void on(CallRecord of, CallEvent event) {
            if (event instanceof CallObserver.Transcript transcript) {
                seen.add(transcript.text());
            } else if (event instanceof CallObserver.Acting acting) {
                ActionCall action = acting.action();
                seen.add(action.action() + " " + action.parameters());
            }
        }
    }

    @Test
    void shouldForgetTheKeysWhenTheCallIsOver() {
        askedFor(SECRET);
        keys(CARD);
        ActionCall again = new ActionCall("2", "pay", Map.of("card", input()), false);
        pay(input());
        assertThat(SecretParameters.of(again, desk.context.keys()).call().parameters())
                .isEqualTo(Map.of("card", CARD));
        SampleCalls.hangUp(rig, call);
        assertThat(rig.ended).hasSize(1);
        assertThat(SecretParameters.of(again, desk.context.keys()).call()).isEqualTo(again);
    }

    @Test
    void shouldGiveTrueKeysToTheActionAloneWhenASecretIsKeyed() {
        Watcher watcher = new Watcher();
        rig.client = watcher;
        askedFor(SECRET);
        keys(CARD);
        String card = input();
        assertThat(card).hasSize(CARD.length());
        assertThat(SecretPlaceholders.only(card)).isTrue();
        pay(card);
        assertThat(desk.got).containsExactly(Map.of("card", CARD));
        assertThat(call.record.requests().entries())
                .extracting(RequestedAction::parameters)
                .containsExactly(Map.of("card", SecretPlaceholders.MASK));
        assertThat(engines.llm.lastResult.values()).isEqualTo(Map.of("card", SecretPlaceholders.MASK));
        assertThat(userTexts()).containsExactly(SecretPlaceholders.MASK);
        assertThat(watcher.seen).containsExactly(SecretPlaceholders.MASK, "pay {card=" + SecretPlaceholders.MASK + "}");
        nothingIsKept();
    }

    @Test
    void shouldEndAndTakeBackASecretByTheKeysThatAreNone() {
        askedFor(SECRET);
        keys("12#");
        assertThat(input()).hasSize(2);
        engines.llm.events.done(engines.llm.token, SECRET);
        rig.poll();
        rig.advance(200);
        keys("*#");
        assertThat(input()).isEqualTo("*");
        nothingIsKept();
    }

    @Test
    void shouldCoverEveryKeyOfTheTelephoneButThoseThatEndOrTakeBack() {
        askedFor(SECRET);
        keys("0123456789ABCD#");
        String all = input();
        assertThat(SecretPlaceholders.only(all)).isTrue();
        pay(all);
        assertThat(desk.got).containsExactly(Map.of("card", "0123456789ABCD"));
        nothingIsKept();
    }

    @Test
    void shouldTakeTypedDigitsForKeysAndNoOtherWords() {
        askedFor(SECRET);
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "4111-2222 3333 4444");
        String card = input();
        assertThat(SecretPlaceholders.only(card)).isTrue();
        pay(card);
        assertThat(desk.got).containsExactly(Map.of("card", CARD));
        engines.llm.events.done(engines.llm.token, SECRET);
        rig.poll();
        rig.advance(200);
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "my number is four one one one, 2222");
        assertThat(last(engines.llm.asked)).isEqualTo("respond TEXT " + SecretPlaceholders.MASK);
        assertThat(inputs(LaneEventType.TEXT_INPUT)).hasSize(2).noneMatch(record -> String.valueOf(record.ref)
                .matches(".*(\\d|four).*"));
    }

    @Test
    void shouldHearNothingWhileASecretIsAskedFor() {
        askedFor(SECRET);
        call.hear(talking, 2_000);
        assertThat(call.state()).isEqualTo(FloorState.IDLE);
        assertThat(engines.stt.asked).doesNotContain("start");
        List<JournalRecord> audio = inputs(LaneEventType.AUDIO);
        assertThat(audio).hasSize(100).allMatch(SecretKeysScenarioTest::silent);
    }

    @Test
    void shouldHearAgainWhenTheSecretIsKnown() {
        Random random = new Random(5);
        AtomicInteger at = new AtomicInteger();
        LaneRig.FrameSource noisy = frame -> {
            for (int i = 0; i < frame.length; i++) {
                double t = 2 * Math.PI * 150 * at.getAndIncrement() / RATE;
                double hum = Math.sin(t) + Math.sin(2 * t) + 0.7 * Math.sin(3 * t) + 0.5 * Math.sin(4 * t);
                frame[i] = (short) (hum * 150 + random.nextGaussian() * 20);
            }
        };
        // One frame that is taken for speech is enough: a floor of noise that silence has lowered shows.
        givenCall(TurnPolicy.DEFAULT.with(PolicyNumber.ONSET, 20).withSpeechThreshold(0.5f), desk);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        call.hear(noisy, 4_000);
        engines.llm.events.text(engines.llm.token, "Your number, please.");
        engines.llm.events.done(engines.llm.token, SECRET);
        speakClause(0, 200, null);
        rig.advance(400);
        call.hear(noisy, 4_000);
        keys(CARD);
        engines.llm.events.text(engines.llm.token, "Thank you.");
        engines.llm.events.done(engines.llm.token, ListenHint.OPEN);
        speakClause(0, 200, null);
        rig.advance(500);
        call.hear(noisy, 2_000);
        assertThat(engines.stt.asked)
                .as("the noise of the line is no speech after silence")
                .doesNotContain("start");
        call.hear(talking, 500);
        assertThat(engines.stt.asked).contains("start");
        assertThat(last(inputs(LaneEventType.AUDIO))).matches(record -> !silent(record));
    }

    @Test
    void shouldHearTheCallerWhoSpeaksBeforeTheAnswerToASecretIsHeard() {
        askedFor(SECRET);
        keys(CARD);
        engines.llm.events.text(engines.llm.token, "Thank you. Anything else?");
        engines.llm.events.done(engines.llm.token, ListenHint.OPEN);
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        call.hear(talking, 1_000);
        assertThat(engines.stt.asked).contains("start");
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        assertThat(last(inputs(LaneEventType.AUDIO))).matches(record -> !silent(record));
    }

    private static boolean silent(JournalRecord record) {
        for (int i = 0; i < record.samples; i++) {
            if (record.pcm[i] != 0) {
                return false;
            }
        }
        return true;
    }

    @Test
    void shouldKeepTheSecretWhenTheCallerKeysBeforeTheQuestionIsHeard() {
        givenCall(TurnPolicy.DEFAULT, desk);
        call.publish(LaneEventType.ANSWERED, 0, 0, null);
        engines.llm.events.text(engines.llm.token, "Your number, please.");
        engines.llm.events.done(engines.llm.token, SECRET);
        rig.poll();
        keys(CARD);
        assertThat(input()).hasSize(CARD.length());
        nothingIsKept();
    }

    @Test
    void shouldCoverWhatIsKeyedAheadWhileAnActionRunsBeforeASecret() {
        desk.answers = false;
        askedFor(MENU);
        keys("1");
        assertThat(input()).isEqualTo("1");
        engines.llm.events.action(engines.llm.token, new ActionCall("9", "look_up", Map.of(), false));
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        keys(CARD);
        answered(SECRET, 0);
        String card = input();
        assertThat(SecretPlaceholders.only(card)).isTrue();
        pay(card);
        assertThat(desk.got).contains(Map.of("card", CARD));
        List<JournalRecord> pressed = inputs(LaneEventType.DIGIT);
        assertThat(pressed).hasSize(1 + CARD.length());
        assertThat(pressed.subList(1, pressed.size())).allMatch(record -> SecretPlaceholders.is((char) record.a));
    }

    @Test
    void shouldDropWhatIsKeyedAheadWhenNoSecretIsAskedForAfterAll() {
        desk.answers = false;
        askedFor(MENU);
        keys("1");
        engines.llm.events.action(engines.llm.token, new ActionCall("9", "look_up", Map.of(), false));
        rig.poll();
        keys("22");
        answered(ListenHint.OPEN, 0);
        assertThat(engines.llm.asked).containsOnlyOnce("respond DIGITS 1").noneMatch(asked -> asked.contains("22"));
        assertThat(userTexts()).containsExactly("1");
    }

    private void lookingUp(String words) {
        desk.answers = false;
        askedFor(MENU);
        keys("1");
        assertThat(input()).isEqualTo("1");
        engines.llm.events.text(engines.llm.token, words);
        engines.llm.events.action(engines.llm.token, new ActionCall("9", "look_up", Map.of(), false));
        rig.poll();
    }

    private void theCardThatWasKeyedAheadIsCharged(int clause) {
        answered(SECRET, clause);
        String card = input();
        assertThat(SecretPlaceholders.only(card)).isTrue();
        pay(card);
        assertThat(desk.got).contains(Map.of("card", CARD));
        List<JournalRecord> pressed = inputs(LaneEventType.DIGIT);
        assertThat(pressed).hasSize(1 + CARD.length());
        assertThat(pressed.subList(1, pressed.size())).allMatch(record -> SecretPlaceholders.is((char) record.a));
        assertThat(userTexts()).containsExactly("1", SecretPlaceholders.MASK);
    }

    @Test
    void shouldCoverWhatIsKeyedAheadWhileTheAgentSpeaksBesideTheAction() {
        lookingUp("One moment, I look that up. ");
        keys(CARD.substring(0, 1));
        speakClause(0, 3_000, null);
        rig.advance(200);
        assertThat(desk.asked).containsExactly("invoke look_up 9");
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        keys(CARD.substring(1));
        assertThat(call.state()).as("the action and its words go on").isEqualTo(FloorState.SPEAKING);
        theCardThatWasKeyedAheadIsCharged(1);
    }

    @Test
    void shouldCoverWhatIsKeyedAheadWhileTheActionItselfIsSpeaking() {
        lookingUp("");
        assertThat(call.state()).isEqualTo(FloorState.ACTION);
        keys(CARD.substring(0, 4));
        desk.contexts.get("9").progress().says("9", "I look that up.");
        rig.poll();
        keys(CARD.substring(4, 8));
        speakClause(0, 2_000, null);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        keys(CARD.substring(8));
        theCardThatWasKeyedAheadIsCharged(1);
    }

    @Test
    void shouldTakeOneNumberWhenItsFirstPartIsKeyedBeforeTheQuestion() {
        lookingUp("");
        keys(CARD.substring(0, 6));
        desk.ok("9");
        rig.poll();
        engines.llm.events.text(engines.llm.token, "Please key in your card number, all of its digits. ");
        engines.llm.events.done(engines.llm.token, SECRET);
        speakClause(0, 3_000, null);
        rig.advance(200);
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        keys(CARD.substring(6));
        String card = input();
        assertThat(SecretPlaceholders.only(card)).isTrue();
        desk.answers = true;
        pay(card);
        assertThat(desk.got).containsExactly(Map.of("card", CARD));
    }

    @Test
    void shouldCoverWhatIsKeyedAheadWhenTheActionIsOverAndNothingIsAskedYet() {
        lookingUp("");
        desk.ok("9");
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.THINKING);
        keys(CARD);
        desk.over = true;
        theCardThatWasKeyedAheadIsCharged(0);
    }

    @Test
    void shouldAnswerWordsThatWereTypedAheadWhenNoSecretIsAskedForAfterAll() {
        lookingUp("");
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "yes please");
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "4111 2222");
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "it is 4711");
        answered(ListenHint.OPEN, 0);
        assertThat(last(engines.llm.asked)).isEqualTo("respond TEXT yes please");
        assertThat(userTexts()).containsExactly("1", "yes please");
        assertThat(inputs(LaneEventType.TEXT_INPUT)).hasSize(3).noneMatch(record -> String.valueOf(record.ref)
                .matches(".*[0-9].*"));
    }

    @Test
    void shouldAnswerNothingWhenOnlyDigitsWereTypedAheadAndNoSecretIsAskedFor() {
        lookingUp("");
        call.publish(LaneEventType.TEXT_INPUT, 0, 0, "it is 4711");
        answered(ListenHint.OPEN, 0);
        assertThat(userTexts()).containsExactly("1");
    }

    @Test
    void shouldCoverWhatIsKeyedWhileAnActionGoesOnWhoseTurnWasInterrupted() {
        lookingUp("One moment, I look that up. ");
        speakClause(0, 3_000, null);
        rig.advance(200);
        call.hear(talking, 1_500);
        assertThat(call.state()).isEqualTo(FloorState.LISTENING);
        keys("4");
        assertThat(SecretPlaceholders.only(input())).isTrue();
        engines.llm.events.done(engines.llm.token, MENU);
        desk.ok("9");
        rig.poll();
        keys("2");
        assertThat(SecretPlaceholders.only(input())).isTrue();
        engines.llm.events.done(engines.llm.token, MENU);
        rig.poll();
        keys("2");
        assertThat(input()).as("the dialogue is at the menu, and has said so").isEqualTo("2");
    }

    @Test
    void shouldKeepPlainKeysWhenAnActionOfTheMenuWasTakenBack() {
        lookingUp("One moment, I look that up. ");
        speakClause(0, 3_000, null);
        rig.advance(200);
        call.hear(talking, 1_500);
        desk.fail("9", ActionResult.CANCELLED);
        rig.poll();
        keys("2");
        assertThat(input()).isEqualTo("2");
    }

    private void answered(ListenHint next, int clause) {
        if (!desk.over) {
            desk.ok("9");
        }
        rig.poll();
        engines.llm.events.text(engines.llm.token, "One moment.");
        engines.llm.events.done(engines.llm.token, next);
        speakClause(clause, 200, null);
        rig.advance(4_000);
        desk.answers = true;
    }

    @Test
    void shouldKeepPlainKeysWhenNoSecretIsAskedFor() {
        askedFor(new ListenHint("", 4, '#'));
        keys("4711");
        assertThat(input()).isEqualTo("4711");
        assertThat(userTexts()).containsExactly("4711");
    }
}
