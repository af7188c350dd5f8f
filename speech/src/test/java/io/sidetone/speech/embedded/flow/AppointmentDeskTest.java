package io.sidetone.speech.embedded.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.dialogue.History;
import io.sidetone.core.dialogue.SentenceEnd;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.PromptReason;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.speech.embedded.Calls;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppointmentDeskTest {
    private static final String AGAIN = "Is there anything else I can do for you?";
    private static final String BOOK_KEY = "2";

    private final Flow flow = ShippedFlow.appointmentDesk();
    private final Fence fence = new Fence();
    private final DialogueLog log = new DialogueLog();
    private final FlowDialogue model = new FlowDialogue(flow, "", CallTexts.NONE, Runnable::run);
    private DialogueSession session;
    private long token = 16;
    private boolean interrupted;

    @BeforeEach
    void greet() {
        session = model.open(Calls.call(fence), log);
        assertThat(log.take()).containsExactly("ready");
        assertThat(announce(PromptReason.GREETING))
                .isEqualTo("Hello, this is the appointment desk. You can ask for our opening hours, book an"
                        + " appointment, or speak to a person.");
        assertThat(log.hint.grammar()).isEqualTo("appointment-desk/menu");
    }

    @Test
    void shouldSayWhenItIsOpenAndStay() {
        assertThat(say("what are your opening hours"))
                .startsWith("From Monday to Thursday")
                .endsWith(AGAIN);
        assertThat(key("1")).startsWith("From Monday to Thursday");
        assertThat(log.hint.grammar()).isEqualTo("appointment-desk/menu");
    }

    @ParameterizedTest
    @CsvSource({
        "menu, i want to book an, GOES_ON",
        "menu, i want to book an appointment, WHOLE",
        "menu, i want to book an appointment please, CLOSED",
        "menu, sauerkraut, UNKNOWN",
        "day, on tuesday, WHOLE",
        "day, on, GOES_ON",
        "time, half past, GOES_ON",
        "time, half past nine, WHOLE",
        "confirm, yes, WHOLE",
        "confirm, yes please, CLOSED",
    })
    void shouldKnowAWholeAnswer(String state, String words, SentenceEnd expected) {
        assertThat(flow.grammars().judgeByName().get(flow.grammarName(state)).of(List.of(words.split(" "))))
                .isEqualTo(expected);
    }

    @Test
    void shouldBookStepByStep() {
        assertThat(say("i want to book an appointment")).isEqualTo("Which day would you like?");
        assertThat(say("on tuesday please")).isEqualTo("At what time on Tuesday?");
        assertThat(log.hint.maxDigits()).isEqualTo(2);
        assertThat(say("half past nine")).isEqualTo("Tuesday at half past nine. Shall I book that?");
        assertThat(log.hint.maxDigits()).isEqualTo(1);
        assertThat(say("yes please")).isEqualTo("action book_appointment {day=tuesday, time=09:30}");
        assertThat(result(true)).isEqualTo("Your appointment on Tuesday at half past nine is booked. " + AGAIN);
        assertThat(say("book an appointment"))
                .as("slots of the last booking are forgotten")
                .isEqualTo("Which day would you like?");
    }

    @Test
    void shouldSkipWhatTheCallerSaidAlready() {
        assertThat(say("can i make an appointment for friday at three o'clock please"))
                .isEqualTo("Friday at three o'clock. Shall I book that?");
        assertThat(say("that's wrong")).isEqualTo("All right, let us try again. Which day would you like?");
        assertThat(say("monday at ten")).isEqualTo("Monday at ten o'clock. Shall I book that?");
    }

    @Test
    void shouldBookWithKeysAlone() {
        assertThat(key(BOOK_KEY)).isEqualTo("Which day would you like?");
        assertThat(key("3")).isEqualTo("At what time on Wednesday?");
        assertThat(key("15")).isEqualTo("Wednesday at three o'clock. Shall I book that?");
        assertThat(key("1")).isEqualTo("action book_appointment {day=wednesday, time=15:00}");
        assertThat(result(false)).isEqualTo("I am sorry, I could not book that. " + AGAIN);
        assertThat(key("3")).startsWith("Everyone is busy");
        assertThat(key("1")).isEqualTo("action request_callback {}");
        assertThat(result(true)).startsWith("Thank you. Someone will call you back");
    }

    @Test
    void shouldUnderstandTheSameKeysEverywhere() {
        for (String path : List.of("", "2", "2,3", "2,3,15", "3")) {
            greetAnew();
            String asked = "";
            for (String digits : path.split(",")) {
                asked = digits.isEmpty() ? "" : key(digits);
            }
            String again = key("9");
            assertThat(again).as("9 after %s", path).endsWith(asked);
            assertThat(key("0")).as("0 after %s", path).isEqualTo("Thank you for calling. Goodbye.");
            assertThat(log.lastAction.action()).isEqualTo("hang_up");
            assertThat(log.lastAction.afterSpeech()).isTrue();
        }
    }

    @Test
    void shouldAskAgainDifferentlyAndThenGiveUp() {
        say("book an appointment");
        assertThat(announce(PromptReason.NO_MATCH)).isEqualTo("I did not catch that. Which day would you like?");
        assertThat(say("xyzzy")).startsWith("I still did not understand you. Press 1 for Monday");
        assertThat(key("8")).startsWith("I am sorry. Press 1");
        assertThat(announce(PromptReason.NO_MATCH)).endsWith("Thank you for calling. Goodbye.");
        assertThat(log.lastAction.action()).isEqualTo("hang_up");
    }

    @Test
    void shouldStartOverWithPatienceWhenUnderstood() {
        announce(PromptReason.NO_MATCH);
        announce(PromptReason.NO_INPUT);
        announce(PromptReason.NO_MATCH);
        say("when are you open");
        assertThat(announce(PromptReason.NO_MATCH)).startsWith("I did not catch that.");
        assertThat(announce(PromptReason.NO_INPUT)).startsWith("Are you still there?");
        assertThat(announce(PromptReason.NO_INPUT)).startsWith("I cannot hear you.");
        assertThat(announce(PromptReason.NO_INPUT)).startsWith("I am sorry, I could not help you");
        assertThat(log.lastAction.action()).isEqualTo("hang_up");
    }

    @Test
    void shouldNameTheKeysToACallerNobodyCanRecognize() {
        assertThat(announce(PromptReason.DIGITS_ONLY))
                .startsWith("Many people are calling")
                .contains("press 1");
        assertThat(announce(PromptReason.GOODBYE)).isEqualTo("Thank you for calling. Goodbye.");
    }

    @Test
    void shouldStayWhereTheCallerInterruptsAnAnswer() {
        say("opening hours");
        interrupt("From Monday to Thursday we are");
        assertThat(say("book an appointment")).isEqualTo("Which day would you like?");
        interrupt("Which");
        assertThat(say("monday")).isEqualTo("At what time on Monday?");
    }

    @Test
    void shouldReadAContinuedSentenceWhereItBegan() {
        say("book an appointment");
        interrupt("");
        assertThat(say("book an appointment for tuesday")).isEqualTo("At what time on Tuesday?");
    }

    @Test
    void shouldTakeTheRestOfASentenceWhereItLed() {
        say("book an appointment");
        interrupt("");
        assertThat(say("for tuesday")).isEqualTo("At what time on Tuesday?");
    }

    @Test
    void shouldStayOnTheLineWhenTheGoodbyeIsInterrupted() {
        say("book an appointment");
        assertThat(say("goodbye")).isEqualTo("Thank you for calling. Goodbye.");
        interrupt("Thank you");
        assertThat(say("monday")).isEqualTo("At what time on Monday?");
    }

    @Test
    void shouldSayAgainWhatTheCallerDidNotHearOfABooking() {
        say("book an appointment for monday at nine");
        say("yes");
        result(true);
        interrupt("Your appointment");
        assertThat(say("when are you open"))
                .startsWith("Your appointment on Monday at nine o'clock is booked. From Monday to Thursday");
        assertThat(say("when are you open")).startsWith("From Monday to Thursday");
    }

    @Test
    void shouldIgnoreAResultThatComesLateOrTwice() {
        say("book an appointment for monday at nine");
        say("yes");
        String id = log.lastAction.invocationId();
        session.actionResult(token, new ActionResult("other", true, "ok", Map.of()));
        session.actionResult(token - 16, new ActionResult(id, true, "ok", Map.of()));
        assertThat(log.take()).isEmpty();
        assertThat(result(true)).contains("is booked");
        session.actionResult(token, new ActionResult(id, true, "ok", Map.of()));
        assertThat(log.take()).isEmpty();
    }

    @Test
    void shouldKeepTheNewsOfAnActionWhoseTurnWasCancelled() {
        say("book an appointment for monday at nine");
        say("yes");
        fence.advance(token + 1);
        interrupt("");
        session.actionResult(token, new ActionResult(log.lastAction.invocationId(), true, "ok", Map.of()));
        assertThat(log.take()).isEmpty();
        assertThat(say("opening hours"))
                .startsWith("Your appointment on Monday")
                .contains("From Monday to Thursday");
    }

    @Test
    void shouldSayNothingForADeadToken() {
        fence.advance(1_000);
        session.respond(900, new UserInput(UserInput.Kind.SPEECH, "opening hours"), new History().snapshot());
        session.announce(901, PromptReason.NO_INPUT);
        assertThat(log.take()).isEmpty();
        token = 1_600;
        assertThat(announce(PromptReason.NO_INPUT)).as("it was not counted").startsWith("Are you still there?");
    }

    @Test
    void shouldRepeatTheLastAnswerNotTheLastComplaint() {
        String hours = say("opening hours");
        announce(PromptReason.NO_MATCH);
        assertThat(say("please say that again")).isEqualTo(hours);
    }

    @Test
    void shouldAskWhatItWaitsForWhenThereIsNothingToRepeat() {
        session = model.open(Calls.call(fence), log);
        log.take();
        assertThat(say("please say that again")).startsWith("You can ask for our opening hours");
    }

    @Test
    void shouldUnderstandWhatOtherRecognizersWrite() {
        assertThat(say("Um, I'd like to book an appointment, please.")).isEqualTo("Which day would you like?");
        assertThat(say("Let me see: on Tuesday at half past two, thanks!"))
                .isEqualTo("Tuesday at half past two. Shall I book that?");
    }

    @Test
    void shouldAnswerTheSameToTheSameInputs() {
        List<String> first = converse();
        greetAnew();
        assertThat(converse()).isEqualTo(first);
    }

    @Test
    void shouldCloseOnceAndThenBeSilent() {
        session.close();
        session.close();
        session.announce(99_999, PromptReason.GOODBYE);
        assertThat(log.take()).containsExactly("closed");
        assertThat(model.openSessions()).isZero();
    }

    @Test
    void shouldUseTheGreetingOfTheAgent() {
        DialogueLog own = new DialogueLog();
        DialogueSession other =
                new FlowDialogue(flow, "Good day.", CallTexts.NONE, Runnable::run).open(Calls.call(fence), own);
        other.announce(16, PromptReason.GREETING);
        assertThat(own.lines.get(1)).startsWith("text 16 Good day. You can ask");
    }

    private List<String> converse() {
        return List.of(say("book an appointment"), say("nonsense"), key("1"), say("at ten thirty"), say("no"));
    }

    private void greetAnew() {
        session = model.open(Calls.call(fence), log);
        log.take();
        announce(PromptReason.GREETING);
    }

    /** The answer to what the caller seems to have said. */
    private String prepare(String words) {
        nextTurn();
        session.prepare(token, new UserInput(UserInput.Kind.SPEECH, words), new History().snapshot());
        return answer();
    }

    private void discard() {
        session.discarded(token);
        interrupted = true;
    }

    @Test
    void shouldLeaveNoTraceOfAnAnswerThatIsNotWanted() {
        say("book an appointment");
        assertThat(prepare("goodbye")).isEqualTo("Thank you for calling. Goodbye.");
        discard();
        assertThat(prepare("sauerkraut")).startsWith("I did not catch that.");
        discard();
        assertThat(prepare("on tuesday")).isEqualTo("At what time on Tuesday?");
        discard();
        assertThat(say("on monday")).isEqualTo("At what time on Monday?");
        assertThat(say("sauerkraut")).startsWith("I did not catch that.");
    }

    @Test
    void shouldGoOnFromAnAnswerThatWasPreparedAndWanted() {
        assertThat(prepare("book an appointment for monday at nine"))
                .isEqualTo("Monday at nine o'clock. Shall I book that?");
        session.adopted(token);
        assertThat(log.take()).isEmpty();
        assertThat(prepare("yes")).isEqualTo("action book_appointment {day=monday, time=09:00}");
        session.adopted(token);
        assertThat(result(true)).startsWith("Your appointment on Monday at nine o'clock is booked.");
        assertThat(prepare("goodbye")).isEqualTo("Thank you for calling. Goodbye.");
        session.adopted(token);
        interrupt("Thank you");
        assertThat(say("when are you open")).startsWith("From Monday to Thursday");
    }

    private String say(String words) {
        return input(UserInput.Kind.SPEECH, words);
    }

    private String key(String digits) {
        return input(UserInput.Kind.DIGITS, digits);
    }

    private void interrupt(String heard) {
        session.cancelled(token, heard, 0);
        interrupted = true;
    }

    /** The next turn; the last one was spoken to its end unless it was interrupted. */
    private void nextTurn() {
        if (!interrupted) {
            session.spoken(token);
        }
        interrupted = false;
        token += 16;
    }

    private String input(UserInput.Kind kind, String text) {
        nextTurn();
        session.respond(token, new UserInput(kind, text), new History().snapshot());
        return answer();
    }

    private String announce(PromptReason occasion) {
        nextTurn();
        session.announce(token, occasion);
        return answer();
    }

    private String result(boolean success) {
        session.actionResult(
                token, new ActionResult(log.lastAction.invocationId(), success, success ? "ok" : "failed", Map.of()));
        return answer();
    }

    /** The text of the answer, or the action when it ends with one. */
    private String answer() {
        List<String> lines = log.take();
        assertThat(lines).isNotEmpty().allMatch(line -> line.split(" ")[1].equals(String.valueOf(token)));
        String first = lines.get(0).replace(" " + token, "");
        if (lines.size() == 1) {
            return first;
        }
        assertThat(lines.get(lines.size() - 1)).startsWith("done ");
        return first.substring("text ".length());
    }

    @Test
    void shouldSayThatTheTimeIsUpBeforeTheGoodbye() {
        assertThat(announce(PromptReason.TIME_UP))
                .isEqualTo("I am sorry, our time is up. Please call again. Thank you for calling. Goodbye.");
    }
}
