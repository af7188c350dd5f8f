package io.sidetone.tools.scenario.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.speech.chat.QuestionModel;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.file.Persona;
import io.sidetone.tools.scenario.persona.PersonaCaller;
import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.script.CallerAction;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A persona in a real call: what it hears, and what becomes of a call when it cannot go on. */
class PersonaOnTheLineTest {
    private static final Persona SOMEBODY =
            new Persona("caller", "Somebody.", 3, Duration.ofMinutes(1), Optional.empty());

    private final List<String> heard = new ArrayList<>();

    private static ServerCall call() throws IOException {
        return ServerCall.of(
                new ObjectMapper()
                        .readTree(
                                """
                        {"timeline": [{"atMs": 10, "kind": "agent", "text": "Good morning."},
                                      {"atMs": 20, "kind": "agent", "text": "How can I help?"}]}
                        """));
    }

    private PersonaOnTheLine persona(QuestionModel model, PersonaOnTheLine.Server server) {
        return new PersonaOnTheLine(
                new PersonaCaller(SOMEBODY, question -> {
                    heard.addAll(question.said());
                    return model.ask(question);
                }),
                server);
    }

    private static CallerAction thought(PersonaOnTheLine persona) throws InterruptedException {
        persona.think();
        for (int i = 0; i < 2_000; i++) {
            CallerAction action = persona.poll();
            if (action != null) {
                return action;
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
        throw new AssertionError("nothing was thought of");
    }

    @Test
    void shouldHearWhatTheServerSaysThatTheAgentSaid() throws Exception {
        PersonaOnTheLine persona =
                persona(question -> CompletableFuture.completedFuture("[hang up]"), PersonaOnTheLineTest::call);
        assertThat(thought(persona)).isInstanceOf(CallerAction.HangUp.class);
        assertThat(heard).containsExactly("Good morning. How can I help?");
        assertThat(persona.steps()).extracting(CallerStep::hangUp).containsExactly(true);
        assertThat(persona.problem()).isEmpty();
    }

    @Test
    void shouldHangUpAndSayWhyWhereTheModelOrTheServerFails() throws Exception {
        PersonaOnTheLine refused = persona(
                question -> CompletableFuture.failedFuture(new IllegalStateException("refused")),
                PersonaOnTheLineTest::call);
        assertThat(thought(refused)).isInstanceOf(CallerAction.HangUp.class);
        assertThat(refused.problem()).isEqualTo("the caller's model caller: refused");
        assertThat(refused.steps()).isEmpty();
        PersonaOnTheLine gone = persona(question -> null, () -> {
            throw new IOException("no server");
        });
        assertThat(thought(gone)).isInstanceOf(CallerAction.HangUp.class);
        assertThat(gone.problem()).isEqualTo("no server");
    }

    @Test
    void shouldThinkNoMoreWhenTheCallIsOver() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<String> never = new CompletableFuture<>();
        PersonaOnTheLine persona = persona(
                question -> {
                    asked.countDown();
                    return never;
                },
                PersonaOnTheLineTest::call);
        persona.think();
        assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
        persona.over();
        assertThat(persona.problem()).isEmpty();
        assertThat(never).isCancelled();
    }
}
