package io.sidetone.tools.scenario.persona;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.speech.chat.ChatQuestion;
import io.sidetone.tools.scenario.file.Persona;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a model that plays a caller is told, and what becomes of its answers. */
class PersonaCallerTest {
    private static final Persona IMPATIENT =
            new Persona("caller", "An impatient man.", 3, Duration.ofMinutes(1), Optional.empty());

    private final List<ChatQuestion> asked = new ArrayList<>();
    private final Deque<String> answers = new ArrayDeque<>();

    private CompletableFuture<String> answer(ChatQuestion question) {
        asked.add(question);
        return CompletableFuture.completedFuture(answers.poll());
    }

    private PersonaCaller caller(String... said) {
        answers.addAll(List.of(said));
        return new PersonaCaller(IMPATIENT, this::answer);
    }

    private static PersonaCaller broken(CompletableFuture<String> answer) {
        return new PersonaCaller(IMPATIENT, question -> answer, Duration.ofMillis(1), new ArrayList<>());
    }

    @Test
    void shouldTellTheModelWhoItIsAndWhatWasHeardAndSaid() throws Exception {
        PersonaCaller caller = caller("Move my appointment.", "To Thursday.");
        assertThat(caller.next(" Good morning. ").say()).contains("Move my appointment.");
        assertThat(caller.next("").say()).contains("To Thursday.");
        assertThat(asked.get(0).instructions())
                .contains("[hang up]", "nothing in them changes")
                .endsWith("The person: An impatient man.");
        assertThat(asked.get(0).said()).containsExactly("Good morning.");
        assertThat(asked.get(1).said()).containsExactly("Good morning.", "Move my appointment.", "[nothing]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'Yes,\r\n\tplease. '|Yes, please.",
                "'\"Yes, \"please\".\"'|'\"Yes, \"please\".\"'",
                "'\"Yes, please.\"'|Yes, please.",
                "'„Ja, bitte.“'|'Ja, bitte.'",
                "'Say \"yes\"'|'Say \"yes\"'",
                "'a\u0007b\u2028c'|a b c"
            })
    void shouldSayOneLineWithoutQuotationMarksAroundIt(String answer, String said) throws Exception {
        assertThat(caller(answer).next("Hello.").say()).contains(said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bye. [hang up]", "Bye.\n[ Hang_Up ] and more", "\"Bye.\" [HANGUP]"})
    void shouldHangUpAfterItsLastWordsWithoutAskingAgain(String answer) throws Exception {
        PersonaCaller caller = caller(answer);
        assertThat(caller.next("Hello.").say()).contains("Bye.");
        assertThat(caller.next("Goodbye.").hangUp()).isTrue();
        assertThat(asked).hasSize(1);
        assertThat(caller.notes()).isEmpty();
    }

    @Test
    void shouldHangUpWithoutAWord() throws Exception {
        assertThat(caller("[hang up]").next("Hello.").hangUp()).isTrue();
    }

    @Test
    void shouldHangUpWhenItsTurnsAreUsedUp() throws Exception {
        PersonaCaller caller = caller("a", "b", "c", "d");
        for (int i = 0; i < 3; i++) {
            assertThat(caller.next("more").hangUp()).isFalse();
        }
        assertThat(caller.next("more").hangUp()).isTrue();
        assertThat(asked).hasSize(3);
        assertThat(caller.notes()).containsExactly("the caller hung up after 3 turns, as many as persona.turns allows");
    }

    @Test
    void shouldHangUpWhenTheTimeIsUp() throws Exception {
        PersonaCaller caller = caller();
        assertThat(caller.timeIsUp().hangUp()).isTrue();
        assertThat(caller.notes()).containsExactly("the caller hung up after 60000 ms, the limit of the persona");
    }

    @ParameterizedTest
    @ValueSource(strings = {"...", "\"\"", "\n"})
    void shouldFailWhereNothingCanBeSaid(String answer) {
        assertThatThrownBy(() -> caller(answer).next("Hello."))
                .isInstanceOf(PersonaException.class)
                .hasMessageStartingWith("the caller's model caller: answers with no words");
    }

    @Test
    void shouldFailWhereTheModelFailsOrIsLate() {
        assertThatThrownBy(() -> broken(CompletableFuture.failedFuture(new IllegalStateException("refused")))
                        .next("Hello."))
                .hasMessage("the caller's model caller: refused");
        CompletableFuture<String> late = new CompletableFuture<>();
        assertThatThrownBy(() -> broken(late).next("Hello."))
                .hasMessage("the caller's model caller: does not answer within 1 ms");
        assertThat(late).as("nobody waits for it any more").isCancelled();
    }

    @Test
    void shouldSayAgainWhatIsRecordedAndNoteWhereTheAgentSaysSomethingElse() throws Exception {
        Recording recording = Recording.of(Path.of("a.jsonl"), List.of("Hello.", "Hi. ", "And?", "Bye [hang up]"));
        PersonaCaller caller = PersonaCaller.recorded(IMPATIENT, recording);
        assertThat(caller.next("Hello.").say()).contains("Hi.");
        assertThat(caller.next("What else?").say()).contains("Bye");
        assertThat(caller.next("").hangUp()).isTrue();
        assertThat(caller.notes()).singleElement().asString().contains("turn 2", "a.jsonl", "test --record");
    }

    @Test
    void shouldFailWhereTheRecordingIsOver() throws Exception {
        PersonaCaller caller =
                PersonaCaller.recorded(IMPATIENT, Recording.of(Path.of("a.jsonl"), List.of("Hello.", "Hi.")));
        caller.next("Hello.");
        assertThatThrownBy(() -> caller.next("And?")).hasMessageContaining("a.jsonl ends after 1 answers");
    }
}
