package io.sidetone.config;

import io.sidetone.config.binding.FileType;
import io.sidetone.config.binding.Section;
import io.sidetone.config.schema.ValueType;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.core.setting.Key;

/**
 * Threads that run the calls.
 *
 * @param count how many
 * @param waitKind how an idle lane waits
 */
@Section("Threads that run the calls; a call stays on its lane.")
public record LanesConfig(
        @FileType(ValueType.COUNT)
                @Key(
                        unit = "threads",
                        why = "One lane serves hundreds of calls.",
                        min = 1,
                        max = 256,
                        derived = "auto: half of the processors, at least 1",
                        example = "auto")
                int count,
        @Key(
                        name = "wait-strategy",
                        unit = "strategy",
                        why = "How an idle lane waits. yielding and busy-spin react some microseconds sooner and keep a"
                                + " core busy: busy-spin only with more processors than lanes, all its own.",
                        byDefault = "blocking")
                WaitKind waitKind) {}
