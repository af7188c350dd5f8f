package io.sidetone.tools.softphone.scenario;

import io.sidetone.tools.softphone.sound.CallerSound;

/** The commands of a scenario to the telephone. Each but the last is answered by {@link Scenario#actionDone}. */
public interface CallerControl {
    /** Plays a sound in place of the current one; done when its last voiced frame is sent. */
    void play(CallerSound sound);

    /** Presses keys one after another. */
    void dial(String digits);

    /** Ends the call. */
    void hangUp();
}
