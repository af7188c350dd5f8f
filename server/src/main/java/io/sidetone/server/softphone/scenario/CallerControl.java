package io.sidetone.server.softphone.scenario;

import io.sidetone.server.softphone.sound.CallerSound;

/** What a scenario asks the telephone to do. Each but the last answers by {@link Scenario#actionDone}. */
public interface CallerControl {
    /** Plays a sound in place of what is being sent; done when its last voiced frame is sent. */
    void play(CallerSound sound);

    /** Presses keys one after another. */
    void dial(String digits);

    /** Ends the call. */
    void hangUp();
}
