package io.sidetone.server.services;

import io.sidetone.core.setting.Inline;
import io.sidetone.core.setting.Key;
import io.sidetone.speech.chat.ChatSettings;

/**
 * What the options of a language model say.
 *
 * @param settings of the model
 * @param reasoningEffort how much it thinks, by the provider's words; empty for as little as it can
 */
record ChatOptions(
        @Inline ChatSettings settings,
        @Key(why = "How much the model thinks, by the provider's words; without it as little as it can.")
                String reasoningEffort) {}
