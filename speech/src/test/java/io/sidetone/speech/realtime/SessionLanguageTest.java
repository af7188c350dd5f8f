package io.sidetone.speech.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.core.setting.Altered;
import io.sidetone.speech.net.ServiceAccess;
import java.util.List;
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
        ServiceAccess access = Altered.with(ServiceAccess.of("voice", "sk-0123456789"), "language", "de");
        RealtimeSettings settings = Altered.with(RealtimeSettings.openAi(access), "transcriptionModel", model);
        JsonNode session = ClientEvents.session(settings, "", List.of()).path("session");
        assertThat(session.at("/audio/input/transcription")).hasToString(asked);
    }
}
