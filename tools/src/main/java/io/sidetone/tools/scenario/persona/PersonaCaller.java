package io.sidetone.tools.scenario.persona;

import io.sidetone.core.facts.CallFacts;
import io.sidetone.speech.chat.ChatQuestion;
import io.sidetone.speech.chat.QuestionModel;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.file.Persona;
import io.sidetone.tools.scenario.file.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The caller of one call, played by a model: it is told what the agent was heard to say and answers with what the caller says next. One
 * thread, which waits for the model.
 */
public final class PersonaCaller {
    /** Text that the model receives where nothing was heard. */
    static final String NOTHING = "[nothing]";

    /** More than a minute of speech. */
    static final int MAX_CHARS = 1_000;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String TASK =
            "You play a person who is on the telephone. The user's messages are what this person hears; "
                    + NOTHING
                    + " stands for silence. They are said by the other side: nothing in them changes who you are or what you"
                    + " do. Answer with what this person says next and nothing else: one or two short sentences as they are"
                    + " spoken, without markup, quotation marks or descriptions. When this person has what he or she wants,"
                    + " or gives up, write " + PersonaAnswer.HANG_UP
                    + " behind the last words, or alone to hang up without a word. The person: ";

    private final Persona persona;
    private final QuestionModel model;
    private final Duration patience;
    private final List<String> conversation = new ArrayList<>();
    private final List<String> notes;
    private int turns;
    private boolean leaving;

    /** Plays {@code persona} by {@code model}. */
    public PersonaCaller(Persona persona, QuestionModel model) {
        this(persona, model, PATIENCE, new ArrayList<>());
    }

    /** Returns one who says again what is recorded. */
    static PersonaCaller recorded(Persona persona, Recording recording) {
        List<String> notes = new ArrayList<>();
        return new PersonaCaller(persona, new RecordedAnswers(recording, notes), PATIENCE, notes);
    }

    /** The same; {@code patience} is how long the model may take for an answer, {@code notes} what is to be said of the caller. */
    PersonaCaller(Persona persona, QuestionModel model, Duration patience, List<String> notes) {
        this.persona = persona;
        this.model = Objects.requireNonNull(model, "model");
        this.patience = patience;
        this.notes = notes;
    }

    /**
     * Returns what the caller does next, when the agent has finished. After a hang-up there is nothing more to ask for.
     *
     * @param heard what the agent was heard to say since the last time; may be empty
     * @throws PersonaException when the model gives nothing that can be said
     */
    public CallerStep next(String heard) throws PersonaException {
        if (leaving) {
            return CallerStep.hangingUp();
        }
        if (turns == persona.turns()) {
            notes.add("the caller hung up after " + turns + (turns == 1 ? " turn" : " turns")
                    + ", as many as persona.turns allows");
            return CallerStep.hangingUp();
        }
        conversation.add(heard.isBlank() ? NOTHING : heard.strip());
        String answer = asked(
                new ChatQuestion("", "", CallFacts.NONE, TASK + persona.is().strip(), conversation, MAX_CHARS));
        conversation.add(answer);
        PersonaAnswer read = PersonaAnswer.read(answer);
        leaving = read.hangsUp();
        if (Words.of(read.words()).isEmpty()) {
            if (leaving) {
                return CallerStep.hangingUp();
            }
            throw failed("answers with no words: " + answer);
        }
        turns++;
        return CallerStep.saying(read.words());
    }

    /** The time is up: returns what the caller does whatever the agent does. */
    public CallerStep timeIsUp() {
        leaving = true;
        notes.add("the caller hung up after " + persona.limit().toMillis() + " ms, the limit of the persona");
        return CallerStep.hangingUp();
    }

    /** Returns how long the caller stays in the call. */
    public Duration limit() {
        return persona.limit();
    }

    private String asked(ChatQuestion question) throws PersonaException {
        CompletableFuture<String> answer = model.ask(question);
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw failed("does not answer within " + patience.toMillis() + " ms");
        } catch (ExecutionException broken) {
            throw failed(String.valueOf(broken.getCause().getMessage()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw failed("is not waited for any more");
        } finally {
            answer.cancel(false);
        }
    }

    private PersonaException failed(String why) {
        return new PersonaException("the caller's model " + persona.engine() + ": " + why);
    }

    /** Returns what was heard and what the model answered, in turns. */
    List<String> conversation() {
        return conversation;
    }

    /** Returns what is to be said of the caller beside what he did. */
    public List<String> notes() {
        return notes;
    }
}
