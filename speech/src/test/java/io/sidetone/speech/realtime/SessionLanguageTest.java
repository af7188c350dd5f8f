package io.sidetone.speech.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionLanguageTest {
    @ParameterizedTest
    @CsvSource({
        "gpt-transcribe, '{\"model\":\"gpt-transcribe\",\"languages\":[\"de\"]}'",
        "gpt-live-transcribe, '{\"model\":\"gpt-live-transcribe\",\"languages\":[\"de\"]}'",
        "whisper-1, '{\"model\":\"whisper-1\",\"language\":\"de\"}'"
    })
    void shouldNameTheLanguageAsTheTranscriptionModelWantsIt(String model, String asked) {
        RealtimeSettings s = RealtimeSettings.openAi("voice", "sk-0123456789");
        RealtimeSettings settings = new RealtimeSettings(
                s.service(),
                s.url(),
                s.key(),
                s.azureKey(),
                s.model(),
                s.voice(),
                s.speed(),
                s.format(),
                s.turnDetection(),
                model,
                "de",
                s.noiseReduction(),
                s.maxOutputTokens(),
                s.eager(),
                s.placeholder(),
                Map.of(),
                s.limits(),
                s.deadlines(),
                s.trust());
        JsonNode session = ClientEvents.session(settings, "", List.of()).path("session");
        assertThat(session.at("/audio/input/transcription")).hasToString(asked);
    }
}
