package io.sidetone.speech.deepgram;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.Recognizer;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.net.ServiceAccess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is said, ended and dropped in whatever order: each utterance gets its own words, and none of another's. */
class ManyUtterancesTest {
    private static final String KEY = "dg-0123456789";
    private static final int UTTERANCES = 25;

    private final ListenService nova = new ListenService(KEY);
    private final FluxService flux = new FluxService(KEY);
    private final LoopbackServer server =
            LoopbackServer.open().socket("/v1/listen", nova::accept).socket("/v2/listen", flux::accept);
    private final ListenCall call = new ListenCall(server);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldGiveEachUtteranceItsWordsWithNova(long seed) {
        Random random = new Random(seed);
        nova.delayMs = random.nextInt(3) * 20;
        nova.guessMs = 100 + random.nextInt(300);
        nova.terse = random.nextBoolean();
        nova.repeats = random.nextBoolean();
        ServiceAccess access = Altered.with(ServiceAccess.of("stt", KEY), "url", server.ws(""));
        DeepgramRecognizerSettings settings =
                Altered.with(DeepgramRecognizerSettings.of(access), "finalizeMs", 10_000, "finalP99Ms", 10_000);
        talk(new DeepgramRecognizer(call.net, settings, call.meter, call.time::nanoTime), random, seed, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldGiveEachUtteranceItsWordsWithFlux(long seed) {
        Random random = new Random(seed);
        flux.pauseMs = 200 + random.nextInt(800);
        flux.gaps = random.nextBoolean();
        ServiceAccess access = Altered.with(ServiceAccess.of("stt", KEY), "url", server.ws(""));
        FluxSettings settings = Altered.with(
                FluxSettings.of(Altered.with(access, "sampleRateHz", 16_000)),
                "eagerEotThreshold",
                random.nextBoolean() ? 0.5 : 0.0,
                "finalizeMs",
                10_000,
                "finalP99Ms",
                10_000);
        FluxRecognizer engine = new FluxRecognizer(
                call.net, settings, new FluxRecognizer.ForcedEnds(), call.meter, call.time::nanoTime);
        talk(engine, random, seed, 200);
    }

    private void talk(Recognizer engine, Random random, long seed, int leastSilenceMs) {
        Map<Long, String> said = new LinkedHashMap<>();
        try (call) {
            call.open(engine).ready();
            for (int i = 1; i <= UTTERANCES; i++) {
                long token = i * 16L;
                List<String> words = new ArrayList<>();
                call.start(token).silence(20 * random.nextInt(25));
                for (int w = random.nextInt(5); w >= 0; w--) {
                    String word = CodedSpeech.WORDS.get(random.nextInt(CodedSpeech.WORDS.size()));
                    words.add(word);
                    call.say(word).silence(random.nextInt(4) == 0 ? 20 * random.nextInt(40) : 0);
                }
                if (random.nextInt(4) == 0) {
                    call.cancel(token);
                    continue;
                }
                call.silence(leastSilenceMs + 20 * random.nextInt(30)).end(token);
                said.put(token, String.join(" ", words));
                if (random.nextBoolean()) {
                    call.result(token);
                }
            }
            said.keySet().forEach(call::result);

            assertThat(call.lines("final"))
                    .as("seed " + seed)
                    .containsExactlyElementsOf(said.entrySet().stream()
                            .map(each -> "final " + each.getKey() + " " + each.getValue())
                            .toList());
            assertThat(call.lines("failed")).isEmpty();
        }
    }
}
