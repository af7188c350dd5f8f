package io.sidetone.tools.scenario.file;

import io.sidetone.config.binding.Section;
import io.sidetone.core.setting.Key;

/**
 * Faults of the line between caller and agent.
 *
 * @param lossPercent of the caller's packets that do not arrive
 * @param noiseDbov level of a steady noise behind the caller; {@link #QUIET} for none
 */
@Section("What is wrong with the line; nothing by default.")
public record LineFaults(
        @Key(
                        name = "loss",
                        unit = "percent of the caller's packets",
                        why = "So many packets of the caller do not arrive. Which ones follows from the seed.",
                        min = 0,
                        max = 50,
                        byDefault = "0")
                double lossPercent,
        @Key(
                        name = "noise",
                        unit = "dBov",
                        why = "Level of a steady noise behind the caller: -50 is a quiet street, -35 a loud one.",
                        min = LineFaults.QUIET,
                        max = -20,
                        byDefault = "-96")
                double noiseDbov) {
    /** Below the smallest sample: there is no noise. */
    public static final double QUIET = -96;

    /** Nothing is wrong. */
    public static final LineFaults NONE = new LineFaults(0, QUIET);

    /** Returns whether noise is heard. */
    public boolean noisy() {
        return noiseDbov > QUIET;
    }
}
