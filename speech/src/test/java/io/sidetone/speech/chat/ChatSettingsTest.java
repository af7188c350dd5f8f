package io.sidetone.speech.chat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sidetone.core.setting.Altered;
import io.sidetone.speech.net.ServiceAccess;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Settings that cannot work are refused, and the first call finds its model loaded. */
class ChatSettingsTest {
    private static ChatSettings settings(ChatProvider provider, String url, String key, String model) {
        return ChatSettings.of(
                Altered.with(
                        ServiceAccess.of("brain", key),
                        "url",
                        url == null ? null : URI.create(url),
                        "model",
                        model,
                        "query",
                        Map.of("v", List.of("1"))),
                provider);
    }

    @Test
    void shouldTakeAnyFormOfAnAddress() {
        assertThat(settings(ChatProvider.OPENAI, null, "k", "m").base()).isEqualTo("https://api.openai.com/v1");
        assertThat(settings(ChatProvider.OPENAI, "http://[::1]:8080/v1/", "", "m")
                        .base())
                .isEqualTo("http://[::1]:8080/v1");
        ChatSettings azure = settings(ChatProvider.OPENAI, "https://r/openai/v1/chat/completions", "k", "m");
        assertThat(azure.base()).isEqualTo("https://r/openai/v1");
        assertThat(azure.access().url()).hasToString("https://r/openai/v1?v=1");
    }

    @Test
    void shouldNameWhatIsWrong() {
        assertThatThrownBy(() -> settings(ChatProvider.OPENAI, null, "k", " "))
                .hasMessageContaining("engines.brain.model");
        assertThatThrownBy(() -> settings(ChatProvider.GEMINI, null, "", "m"))
                .hasMessageContaining("engines.brain.key");
        ChatSettings gemini = settings(ChatProvider.GEMINI, null, "k", "m");
        assertThatThrownBy(() -> ChatRig.extra(gemini, Map.of("seed", 1)))
                .hasMessageContaining("engines.brain.options");
        ChatSettings claude = settings(ChatProvider.ANTHROPIC, null, "k", "m");
        assertThatThrownBy(() -> ChatRig.model(claude, "m", 1.5, ""))
                .hasMessageContaining("engines.brain.options.temperature: 1.5 is outside 0 to 1");
        assertThat(ChatRig.model(settings(ChatProvider.OPENAI, null, "k", "m"), "m", 1.5, "")
                        .temperature())
                .isEqualTo(1.5);
        assertThatThrownBy(() -> new ChatLimits(1, false, 0, 1, 1, 1)).hasMessageContaining("first-token 0 ms");
        assertThat(settings(ChatProvider.ANTHROPIC, null, "very-secret", "m").toString())
                .doesNotContain("very-secret")
                .contains("anthropic.com");
    }

    @ParameterizedTest
    @EnumSource
    void shouldRehearseWithoutANetwork(ChatProvider provider) {
        assertThat(ChatWarmup.run(ChatRig.settings(provider, provider.url()))).isTrue();
    }
}
