package io.sidetone.bench.response;

import io.sidetone.bench.engines.PacedAnswer;
import io.sidetone.bench.engines.Services;
import io.sidetone.speech.cartesia.CartesiaService;
import io.sidetone.speech.chat.ChatService;
import io.sidetone.speech.chat.OpenAiService;
import io.sidetone.speech.deepgram.ListenService;
import io.sidetone.speech.realtime.Answer;
import io.sidetone.speech.realtime.RealtimeService;
import io.sidetone.speech.voice.FakeVoice;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Services on loopback with the delays of real ones: words {@value #WORDS_MS} ms behind the sound, the model's first token
 * after {@value #FIRST_TOKEN_MS} ms and another every {@value PacedAnswer#TOKEN_MS}, the voice's first audio after {@value #VOICE_MS};
 * a realtime model that begins to answer after {@value #REALTIME_MS}.
 */
final class PacedServices implements AutoCloseable {
    static final int WORDS_MS = 150;
    static final int FIRST_TOKEN_MS = 350;
    static final int VOICE_MS = 120;
    static final int REALTIME_MS = 300;

    private static final String EAR_KEY = "ear-secret-of-the-bench";
    private static final int GUESS_MS = 20;
    private static final int MS_PER_CHAR = 60;
    private static final int PACE_MS = 8;
    private static final String VOICE = "a0e99841-438c-4a64-b679-ae501e7d6091";
    private static final int ANSWER_PIECES = 12;
    private static final int MOST_SENTENCES = 100;

    private final Services services = new Services();
    private final AtomicInteger answers = new AtomicInteger(1_000);

    PacedServices() {
        ear("nova", "?");
        ear("plain", "");
        new PacedAnswer(
                new OpenAiService(
                        services.pages("llm", "openai", ChatService.KEY, "model: bench"), "/v1/chat/completions"),
                () -> FIRST_TOKEN_MS,
                question -> answer(),
                question -> {});
        CartesiaService speaker =
                new CartesiaService(services.socket("sonic", "cartesia", FakeVoice.KEY, "voice: " + VOICE));
        // Its begin and its word times come before the first audio, each in its pace.
        speaker.firstAudioMs = VOICE_MS - 3 * PACE_MS;
        speaker.msPerChar = MS_PER_CHAR;
        speaker.paceMs = PACE_MS;
        RealtimeService whole = new RealtimeService(
                services.socket("live", "openai-realtime", RealtimeService.KEY, "options: {turn-detection: none}"));
        whole.transcriptAfterMs = WORDS_MS;
        whole.otherwise = create -> {
            Answer answer = Answer.silent().createdAfter(REALTIME_MS).words(String.join("", answer()));
            for (int i = 0; i < ANSWER_PIECES; i++) {
                answer.steps.add(new Answer.Step(PACE_MS, "", 200, "", "", ""));
            }
            return answer;
        };
    }

    /** Words that no answer had before: a voice that keeps what it has said does not know them. */
    private String[] answer() {
        return ("Number " + answers.incrementAndGet() + " is on its way, and you will have it by noon. ")
                .split("(?<= )");
    }

    private void ear(String name, String mark) {
        ListenService service = new ListenService(EAR_KEY);
        service.guessMs = GUESS_MS;
        service.lastWordMs = GUESS_MS;
        service.guessDelayMs = WORDS_MS - GUESS_MS / 2;
        service.delayMs = WORDS_MS;
        // A stream hears one caller, who says his sentences in their order.
        services.socket(name, "deepgram", EAR_KEY, "model: nova-3").socket("/v1/listen", seen -> {
            synchronized (service) {
                service.script = words(mark);
                return service.accept(seen);
            }
        });
    }

    /** Returns what one caller is understood to say: a sentence for each stretch of speech, in the order of his sounds. */
    private static Queue<String> words(String mark) {
        Queue<String> words = new ArrayDeque<>();
        for (int i = 0; i < MOST_SENTENCES; i++) {
            words.add(Voices.QUESTIONS.get(i % Voices.QUESTIONS.size()) + mark);
        }
        return words;
    }

    /** Returns the engines' part of a configuration. */
    String engines() {
        return services.engines();
    }

    /** Returns what the services saw that a real one would refuse. */
    List<String> violations() {
        return services.violations();
    }

    @Override
    public void close() {
        services.close();
    }
}
