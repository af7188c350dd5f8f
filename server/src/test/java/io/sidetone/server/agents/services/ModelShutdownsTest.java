package io.sidetone.server.agents.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.ConfigEnvironment;
import io.sidetone.config.ConfigLoader;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.speech.chat.ChatProvider;
import io.sidetone.speech.openai.voice.OpenAiVoiceSettings;
import io.sidetone.speech.realtime.RealtimeSettings;
import io.sidetone.speech.transcription.TranscriptionSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which models end, what people are told of it, and that what is used unless said otherwise does not. */
class ModelShutdownsTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 22);
    private static final String AGENT = "agents: {a: {recognizer: m, dialogue: e, synthesizer: m}}\n";

    private static SidetoneConfig config(String engine, String agents) throws Exception {
        return new ConfigLoader(new ConfigEnvironment(name -> null, 4, Path.of("")))
                .parse(
                        "engines:\n  e: {key: sk-0123456789, " + engine + "}\n  m: {type: mock}\n" + agents,
                        "test.yaml",
                        Path.of("").toAbsolutePath(),
                        Optional.empty())
                .config();
    }

    private static List<String> warnings(SidetoneConfig config, Optional<LocalDate> said) {
        return ModelInUse.of(config).stream()
                .flatMap(used -> EngineTrial.warning(used, said, TODAY).stream())
                .toList();
    }

    @Test
    void shouldUseNoModelThatEndsUnlessSaidOtherwise() {
        for (String model : List.of(
                ChatProvider.OPENAI.model(),
                RealtimeSettings.OPENAI_MODEL,
                RealtimeSettings.TRANSCRIPTION_MODEL,
                TranscriptionSettings.MODEL)) {
            assertThat(ModelShutdowns.of(ChatProvider.OPENAI, model)).as(model).isEmpty();
        }
        assertThat(ModelShutdowns.of(ChatProvider.GEMINI, ChatProvider.GEMINI.model()))
                .isEmpty();
        assertThat(ModelShutdowns.of(ChatProvider.ANTHROPIC, ChatProvider.ANTHROPIC.model()))
                .isEmpty();
        // Nothing else speaks over OpenAI's interface, and its end is written beside it.
        assertThat(ModelShutdowns.of(ChatProvider.OPENAI, OpenAiVoiceSettings.MODEL)
                        .orElseThrow()
                        .successor())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "type: openai, model: gpt-4.1-mini-2025-04-14|e (dialogue): WARNING: gpt-4.1-mini-2025-04-14 is switched off"
                        + " on 2027-01-14 (in 53 days); set engines.e.model to gpt-6-luna",
                "type: gemini, model: models/gemini-2.5-flash|e (dialogue): WARNING: models/gemini-2.5-flash is switched off"
                        + " on 2026-12-01 (in 9 days); set engines.e.model to gemini-3.5-flash-lite"
            })
    void shouldWarnOfAModelThatIsKnownToEnd(String engine, String warning) throws Exception {
        assertThat(warnings(config(engine, AGENT), Optional.empty())).containsExactly(warning);
    }

    @Test
    void shouldWarnOfEveryModelOfARealtimeEngine() throws Exception {
        SidetoneConfig config = config(
                "type: openai-realtime, model: gpt-realtime, options: {transcription-model: whisper-1}",
                "agents: {a: {realtime: e}}\n");
        assertThat(warnings(config, Optional.empty()))
                .containsExactly(
                        "e (realtime): WARNING: gpt-realtime is switched off on 2027-01-20 (in 59 days); set"
                                + " engines.e.model to gpt-realtime-2.1",
                        "e (realtime): WARNING: whisper-1 is switched off on 2027-02-26 (in 96 days); set"
                                + " engines.e.options.transcription-model to gpt-transcribe");
        assertThat(ModelInUse.of(config))
                .allSatisfy(used -> assertThat(used.models()).hasToString("https://api.openai.com/v1"));
    }

    @Test
    void shouldSayPlainlyThatNothingFollowsOpenAisVoices() throws Exception {
        SidetoneConfig config = config("type: openai", "agents: {a: {recognizer: m, dialogue: m, synthesizer: e}}\n");
        assertThat(warnings(config, Optional.empty()))
                .singleElement()
                .asString()
                .startsWith("e (synthesizer): WARNING: gpt-4o-mini-tts is switched off on 2027-01-06 (in 45 days);"
                        + " OpenAI names no other for this interface; use a voice of another type");
    }

    @Test
    void shouldBelieveTheServiceMoreThanTheList() throws Exception {
        assertThat(warnings(config("type: openai, model: gpt-4.1-mini", AGENT), Optional.of(LocalDate.of(2026, 11, 1))))
                .containsExactly("e (dialogue): WARNING: gpt-4.1-mini was switched off on 2026-11-01; set"
                        + " engines.e.model to gpt-6-luna");
        assertThat(warnings(config("type: openai, model: gpt-7", AGENT), Optional.of(LocalDate.of(2026, 11, 23))))
                .containsExactly("e (dialogue): WARNING: gpt-7 is switched off on 2026-11-23 (in 1 day); set"
                        + " engines.e.model to another model");
    }

    @Test
    void shouldNotWarnOfANameThatAServerOfOnesOwnHas() throws Exception {
        SidetoneConfig config = config(
                "type: openai, url: 'http://127.0.0.1:8000', model: whisper-1",
                "agents: {a: {recognizer: e, dialogue: m, synthesizer: m}}\n");
        assertThat(warnings(config, Optional.empty())).isEmpty();
        assertThat(ModelInUse.of(config).get(0).models()).hasToString("http://127.0.0.1:8000/v1");
    }

    @Test
    void shouldListEveryEndInTheDocuments() throws Exception {
        String page = Files.readString(Path.of(System.getProperty("sidetone.root"), "docs", "engines.md"));
        for (ModelShutdowns.End end : ModelShutdowns.all()) {
            assertThat(page)
                    .contains("| `" + end.model() + "` | " + end.on() + " | "
                            + (end.successor().isEmpty() ? "none" : "`" + end.successor() + "`") + " |");
        }
        assertThat(page).contains("checked on " + ModelShutdowns.CHECKED);
    }
}
