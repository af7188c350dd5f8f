package io.sidetone.speech.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PromptCacheTest {
    private static final PromptVoice VOICE = new PromptVoice("e", "v", "en", 8_000);

    private static Prompt prompt(int samples) {
        return new Prompt(8_000, new short[samples], null);
    }

    @Test
    void shouldLetGoOfTheLeastRecentlyUsedWhenFull() {
        PromptCache cache = new PromptCache(600);
        cache.put(VOICE, "a", prompt(100), false);
        cache.put(VOICE, "b", prompt(100), false);
        cache.put(VOICE, "c", prompt(100), false);
        assertThat(cache.get(VOICE, "a")).isNotNull();
        cache.put(VOICE, "d", prompt(100), false);
        assertThat(cache.get(VOICE, "b")).isNull();
        assertThat(cache.get(VOICE, " a ")).isNotNull();
        assertThat(cache.heldBytes()).isEqualTo(600);
    }

    @Test
    void shouldLetGoOfPreparedPromptsLastWhenFull() {
        PromptCache cache = new PromptCache(600);
        cache.put(VOICE, "prepared", prompt(100), true);
        for (int i = 0; i < 10; i++) {
            cache.put(VOICE, "other " + i, prompt(100), false);
        }
        assertThat(cache.get(VOICE, "prepared")).isNotNull();
        cache.put(VOICE, "large", prompt(300), true);
        assertThat(cache.get(VOICE, "prepared")).isNull();
        assertThat(cache.size()).isEqualTo(1);
        assertThat(cache.heldBytes()).isEqualTo(600);
    }

    @Test
    void shouldTellVoicesAndRatesApartWhenTheTextIsTheSame() {
        PromptCache cache = new PromptCache(600);
        cache.put(VOICE, "a", prompt(100), false);
        assertThat(cache.get(new PromptVoice("e", "v", "en", 16_000), "a")).isNull();
        assertThat(cache.get(new PromptVoice("e", "w", "en", 8_000), "a")).isNull();
        assertThat(cache.get(new PromptVoice("f", "v", "en", 8_000), "a")).isNull();
        assertThat(cache.get(new PromptVoice("e", "v", "fr", 8_000), "a")).isNull();
        assertThat(cache.knows(VOICE)).isTrue();
        assertThat(cache.knows(new PromptVoice("f", "v", "en", 8_000))).isFalse();
    }

    @Test
    void shouldKeepNothingWhenAPromptIsLargerThanAllRoom() {
        PromptCache cache = new PromptCache(600);
        cache.put(VOICE, "a", prompt(301), true);
        assertThat(cache.size()).isZero();
        assertThat(cache.heldBytes()).isZero();
        assertThatThrownBy(() -> new PromptCache(-1)).hasMessageContaining("give 0 for none");
    }

    @Test
    void shouldForgetTextsThatWereAskedForOnceWhenThereAreMany() {
        PromptCache cache = new PromptCache(600);
        assertThat(cache.askedAgain(VOICE, "first")).isFalse();
        assertThat(cache.askedAgain(VOICE, "first")).isTrue();
        for (int i = 0; i < 3_000; i++) {
            assertThat(cache.askedAgain(VOICE, "text " + i)).isFalse();
        }
        assertThat(cache.askedAgain(VOICE, "first")).isFalse();
    }
}
