package io.sidetone.config;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.core.setting.Key;

/**
 * The engines on this machine.
 *
 * @param decoders calls with a flow that may be recognized at the same time
 * @param dictationDecoders calls of agents without a flow that may be recognized at the same time
 * @param voice name of the voice: slt, kal, rms or awb
 */
@Section("The embedded engines.")
public record EmbeddedConfig(
        @Key(
                        unit = "decoders",
                        why =
                                "Calls with a flow that may be recognized at the same time; one decoder serves one call and"
                                        + " holds about 8 MB. Callers beyond it are asked to use the keys.",
                        min = 1,
                        max = 1_024,
                        byDefault = "8")
                int decoders,
        @Key(
                        unit = "decoders",
                        why = "The same for agents without a flow, whose callers may say any English words; each holds"
                                + " about 70 MB and needs about a quarter of a core while its caller speaks.",
                        min = 1,
                        max = 64,
                        byDefault = "2")
                int dictationDecoders,
        @FileType(ValueType.WORD)
                @Key(
                        unit = "name of a voice",
                        why = "Who speaks. slt is a woman; rms, awb (Scottish) and kal (quickest, plainest) are men.",
                        words = {"slt", "rms", "awb", "kal"},
                        byDefault = "slt")
                String voice) {}
