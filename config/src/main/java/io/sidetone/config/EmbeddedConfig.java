package io.sidetone.config;

import io.sidetone.config.binding.As;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.core.setting.Key;

/**
 * The engines on this machine.
 *
 * @param decoders calls that may be recognized at the same time
 * @param voice name of the voice: slt, kal, rms or awb
 */
@Section("The embedded engines.")
public record EmbeddedConfig(
        @Key(
                        unit = "decoders",
                        why = "Calls that may be recognized at the same time; one decoder serves one call and holds"
                                + " about 8 MB. Callers beyond it are asked to use the keys.",
                        min = 0,
                        max = 1_024,
                        byDefault = "8")
                int decoders,
        @As(ValueType.WORD)
                @Key(
                        unit = "name of a voice",
                        why = "Who speaks. slt is a woman; rms, awb (Scottish) and kal (quickest, plainest) are men.",
                        words = {"slt", "rms", "awb", "kal"},
                        byDefault = "slt")
                String voice) {}
