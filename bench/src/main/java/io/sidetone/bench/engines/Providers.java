package io.sidetone.bench.engines;

import io.sidetone.speech.cartesia.CartesiaService;
import io.sidetone.speech.chat.AnthropicService;
import io.sidetone.speech.chat.ChatService;
import io.sidetone.speech.chat.GeminiService;
import io.sidetone.speech.chat.OpenAiService;
import io.sidetone.speech.deepgram.FluxService;
import io.sidetone.speech.deepgram.ListenService;
import io.sidetone.speech.deepgram.SpeakService;
import io.sidetone.speech.elevenlabs.ElevenLabsService;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.openai.voice.OpenAiSpeechService;
import io.sidetone.speech.realtime.Answer;
import io.sidetone.speech.realtime.RealtimeService;
import io.sidetone.speech.transcription.TranscriptionService;
import io.sidetone.speech.voice.FakeVoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Every service that the server supports, as strict fakes on loopback, each with its own event loop and with realistic
 * delays: a partial every 100 ms of speech and a final 200 ms after its request; first token after 250 to 400 ms, then
 * one every 20 ms; first audio after 160 ms, then at 1.6 times real time.
 */
final class Providers implements AutoCloseable {
    static final List<String> RECOGNIZERS = List.of("nova", "flux", "transcription");
    static final List<String> MODELS = List.of("openai", "anthropic", "gemini");
    static final List<String> VOICES = List.of("cartesia", "elevenlabs", "aura", "speech");
    static final String REALTIME = "realtime";

    /**
     * Services whose connections belong to one call; the connections of the others wait for the next request of any
     * call.
     */
    static final List<String> SOCKETS = List.of("nova", "flux", "cartesia", "elevenlabs", "aura", REALTIME);

    private static final String EAR_KEY = "ear-secret-of-the-bench";
    private static final int FINAL_MS = 200;
    private static final int GUESS_MS = 100;
    private static final int FIRST_AUDIO_MS = 160;
    private static final int MS_PER_CHAR = 60;
    private static final int PIECE_MS = 40;
    private static final int PACE_MS = 25;
    private static final int FIRST_TOKEN_MS = 250;
    private static final int MOST_FIRST_TOKEN_MS = 400;
    private static final int LONG_EVERY = 4;
    private static final int LONG_SENTENCES = 40;
    private static final int REALTIME_PIECE_MS = 200;
    private static final int PIECE_PACE_MS = 50;
    private static final int SHORT_PIECES = 11;
    private static final int LONG_PIECES = 150;
    private static final int FIRST_NUMBER = 100_000;

    /** Of the realtime model, which has no words. */
    private static final int FIRST_ANSWER = 150_000;

    private final Services services = new Services();
    private final AtomicInteger numbers = new AtomicInteger(FIRST_ANSWER);
    private final WireLog log = new WireLog();

    Providers() {
        // Every stretch of speech has its own number.
        Queue<String> words = new ConcurrentLinkedQueue<>();
        for (int number = FIRST_NUMBER + 1; number < FIRST_ANSWER; number++) {
            words.add("tell me about " + number + " please");
        }
        stt(words);
        models();
        voices();
        RealtimeService realtime = new RealtimeService(
                services.socket(REALTIME, "openai-realtime", RealtimeService.KEY, "options: {turn-detection: none}")
                        .watch(log.realtime(REALTIME)));
        realtime.transcriptAfterMs = FINAL_MS;
        AtomicInteger answers = new AtomicInteger();
        realtime.otherwise = create -> {
            int id = numbers.incrementAndGet();
            boolean goesOn = answers.incrementAndGet() % 3 == 0;
            Answer answer = Answer.silent().createdAfter(FIRST_TOKEN_MS).words("Answer " + id + " is here. ");
            for (int i = 0; i < (goesOn ? LONG_PIECES : SHORT_PIECES); i++) {
                answer.steps.add(new Answer.Step(PIECE_PACE_MS, "", REALTIME_PIECE_MS, "", "", ""));
            }
            return answer;
        };
    }

    private void stt(Queue<String> words) {
        ListenService nova = new ListenService(EAR_KEY);
        nova.script = words;
        nova.guessMs = GUESS_MS;
        nova.delayMs = FINAL_MS;
        services.socket("nova", "deepgram", EAR_KEY, "model: nova-3, options: {endpointing-ms: 0, utterance-end-ms: 0}")
                .watch(log.recognizer("nova", "\"is_final\":true"))
                .socket("/v1/listen", nova::accept);
        FluxService flux = new FluxService(EAR_KEY);
        flux.script = words;
        flux.delayMs = FINAL_MS;
        // The server's policy ends turns; the model reports the end on request.
        flux.pauseMs = 10_000;
        services.socket("flux", "deepgram", EAR_KEY, "model: flux-general-en")
                .watch(log.recognizer("flux", "\"event\":\"EndOfTurn\""))
                .socket("/v2/listen", flux::accept);
        TranscriptionService transcription = new TranscriptionService(EAR_KEY);
        transcription.script = words;
        transcription.delayMs = FINAL_MS;
        services.pages("transcription", "openai", EAR_KEY, "model: gpt-transcribe")
                .watch(log.recognizer("transcription", "\"text\""))
                .page("/v1/audio/transcriptions", transcription::request);
    }

    private void models() {
        for (ChatService llm : List.of(
                new OpenAiService(model("openai"), "/v1/chat/completions"),
                new AnthropicService(model("anthropic"), "/v1/messages"),
                new GeminiService(model("gemini"), "/v1beta/models/bench:streamGenerateContent"))) {
            Random random = new Random(1);
            new PacedAnswer(
                    llm,
                    () -> random.nextInt(FIRST_TOKEN_MS, MOST_FIRST_TOKEN_MS),
                    question -> tokens(WireLog.number(question)),
                    question -> log.turn(WireLog.number(question)).modelClosedNs = System.nanoTime());
        }
    }

    private LoopbackServer model(String name) {
        return services.pages(name, name, ChatService.KEY, "model: bench").watch(log.llm(name));
    }

    /** Returns the words of answer {@code id}, in tokens; every fourth answer continues until it is interrupted. */
    private static String[] tokens(int id) {
        StringBuilder text = new StringBuilder("Answer " + id + " is " + WireLog.CLAUSE_END);
        if (id % LONG_EVERY == 0) {
            for (int i = 1; i <= LONG_SENTENCES; i++) {
                text.append("Part ").append(i).append(" of ").append(id).append(" goes on for a while. ");
            }
        } else {
            text.append("This is all of ").append(id).append(". ");
        }
        return text.toString().split("(?<= )");
    }

    private void voices() {
        List<FakeVoice> voices = List.of(
                new CartesiaService(services.socket(
                                "cartesia", "cartesia", FakeVoice.KEY, "voice: a0e99841-438c-4a64-b679-ae501e7d6091")
                        .watch(log.voice("cartesia", "{\"type\":\"chunk\"", "\"cancel\":true"))),
                new ElevenLabsService(
                        services.socket("elevenlabs", "elevenlabs", FakeVoice.KEY, "voice: " + ElevenLabsService.VOICE)
                                .watch(log.voice("elevenlabs", "{\"audio\":\"", "\"close_context\":true"))),
                new OpenAiSpeechService(services.pages("speech", "openai", FakeVoice.KEY, "model: gpt-4o-mini-tts")
                        .watch(log.voice("speech", "", "\u0000"))));
        for (FakeVoice voice : voices) {
            voice.firstAudioMs = FIRST_AUDIO_MS;
            voice.msPerChar = MS_PER_CHAR;
            voice.pieceMs = PIECE_MS;
            voice.paceMs = PACE_MS;
        }
        SpeakService aura = new SpeakService(EAR_KEY);
        aura.delayMs = FIRST_AUDIO_MS;
        aura.messageBytes = 2 * 8 * PIECE_MS;
        aura.paceMs = PACE_MS;
        aura.flushes = Integer.MAX_VALUE;
        services.socket("aura", "deepgram", EAR_KEY, "options: {flushes-per-minute: 1000}")
                .watch(log.voice("aura", "\u0000", "\"Clear\""))
                .socket("/v1/speak", aura::accept);
    }

    /** Returns the log of all connections. */
    WireLog log() {
        return log;
    }

    /**
     * Returns every combination of a recognizer, a model and a voice, and the realtime model: the names of agents, and
     * their numbers.
     */
    static List<String> agents() {
        List<String> agents = new ArrayList<>();
        for (String recognizer : RECOGNIZERS) {
            for (String llm : MODELS) {
                for (String voice : VOICES) {
                    agents.add(recognizer + "-" + llm + "-" + voice);
                }
            }
        }
        agents.add(REALTIME);
        return agents;
    }

    /** Returns the number at which {@code agent} is called. */
    static String number(String agent) {
        return Integer.toString(1_000 + agents().indexOf(agent));
    }

    /**
     * Returns the configuration of a server with all of them, for {@code calls} calls, with journals in {@code
     * journals} or without.
     */
    String configuration(int calls, String journals) {
        StringBuilder text = new StringBuilder(
                """
                sip: {port: 0}
                http: {port: 0, max-connections: %d}
                rtp: {ports: 10000-%d}
                limits: {max-calls: %d}
                store: {enabled: false}
                trace: {keep: 0ms}
                journal: {dir: %s}
                engines:
                """
                        .formatted(
                                calls + 100,
                                10_000 + 3 * calls + 400,
                                calls + 20,
                                journals.isEmpty() ? "none" : journals));
        text.append(services.engines());
        text.append("agents:\n");
        for (String agent : agents()) {
            String[] parts = agent.split("-");
            String engines = agent.equals(REALTIME)
                    ? "realtime: " + REALTIME
                    : "recognizer: " + parts[0] + ", dialogue: " + parts[1] + ", synthesizer: " + parts[2];
            text.append("  %s: {match: {called: [\"%s\"]}, %s, greeting: Hello there., actions: [hang_up]%s}%n"
                    .formatted(agent, number(agent), engines, journals.isEmpty() ? "" : ", journal: on"));
        }
        return text.toString();
    }

    /** Returns the present connections of each service. */
    Map<String, Integer> connections() {
        return services.connections();
    }

    /** Returns the connections that end with their calls. */
    int socketsOfCalls() {
        Map<String, Integer> now = connections();
        return SOCKETS.stream().mapToInt(now::get).sum();
    }

    /** Returns the server's violations of protocols. */
    List<String> violations() {
        return services.violations();
    }

    @Override
    public void close() {
        services.close();
    }
}
