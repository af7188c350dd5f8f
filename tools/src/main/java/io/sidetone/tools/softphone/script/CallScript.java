package io.sidetone.tools.softphone.script;

import io.sidetone.tools.scenario.file.LineFaults;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.util.List;
import java.util.Optional;

/**
 * The caller's steps in a call, in order. After the last step the caller listens to one more turn of the agent and
 * hangs up.
 *
 * @param steps the steps; empty for a caller who only listens
 * @param repeatOnReprompt whether the last sound is played again when the agent repeats its question
 * @param line what is wrong with the caller's line
 */
public record CallScript(List<ScriptStep> steps, boolean repeatOnReprompt, LineFaults line) {
    /** Time for which a caller without a script waits for the agent's first words. */
    public static final long PATIENCE_MS = 5_000;

    /** Copies the list. */
    public CallScript {
        steps = List.copyOf(steps);
    }

    /** Creates a script for a line with nothing wrong with it. */
    public CallScript(List<ScriptStep> steps, boolean repeatOnReprompt) {
        this(steps, repeatOnReprompt, LineFaults.NONE);
    }

    /**
     * Returns the script of a caller without a script file: it plays one sound, once.
     *
     * @param sound the sound; empty for none
     * @param bargeInAtMs when to play it, in ms since the agent's first voiced packet; empty: after the agent's first
     *     turn, or when the agent has been silent for {@link #PATIENCE_MS}
     */
    public static CallScript playOnce(Optional<CallerSound> sound, Optional<Integer> bargeInAtMs) {
        if (sound.isEmpty()) {
            return new CallScript(List.of(), false);
        }
        Trigger trigger = bargeInAtMs.isPresent()
                ? new Trigger.AfterTalkStart(bargeInAtMs.get())
                : new Trigger.AfterAgentTurnOrSilence(PATIENCE_MS);
        return new CallScript(List.of(new ScriptStep(0, trigger, new CallerAction.Play(sound.get()))), false);
    }
}
