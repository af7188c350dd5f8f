package io.sidetone.server.services;

import io.sidetone.core.setting.Inline;
import io.sidetone.core.setting.Key;
import io.sidetone.speech.chat.ChatSettings;

/**
 * The options of a language model.
 *
 * @param settings settings of the model
 * @param reasoningEffort how much it thinks, in the provider's words; empty: as little as it can
 */
record ChatOptions(
        @Inline ChatSettings settings,
        @Key(why = "How much the model thinks, by the provider's words; without it as little as it can.")
                String reasoningEffort) {}
