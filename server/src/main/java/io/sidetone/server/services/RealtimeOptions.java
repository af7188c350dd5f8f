package io.sidetone.server.services;

import io.sidetone.core.setting.Inline;
import io.sidetone.core.setting.Key;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.realtime.RealtimeSettings;
import java.util.Optional;

/**
 * The options of a realtime model.
 *
 * @param settings settings of the model
 * @param keyHeader header of the key
 * @param reasoningEffort how much the model thinks, in the provider's words; empty for the service's default
 * @param parallelToolCalls whether it may ask for several actions at once; empty for the service's default
 */
record RealtimeOptions(
        @Inline RealtimeSettings settings,
        @Inline KeyHeader keyHeader,
        @Key(why = "How much the model thinks, by the provider's words.", derived = "the service's own")
                String reasoningEffort,
        @Key(why = "Whether the model may ask for several actions at once.", derived = "the service's own")
                Optional<Boolean> parallelToolCalls) {}
