package io.sidetone.core.conversation;

import io.sidetone.core.floor.FloorState;

/**
 * What the caller sees, as the dialogue knows it (VIP-16). The dialogue learns of a change at once, or when the caller is not being
 * listened to any more. Lane thread only.
 */
final class NarratedState {
    private static final int MAX_CHARS = 32_768;

    private final TurnState s;

    /** What the dialogue does not know yet, or null. */
    private String pending;

    /** What it knows: another session of it starts without. */
    private String known;

    NarratedState(TurnState state) {
        this.s = state;
    }

    /** The caller sees something else now. */
    void changed(String text) {
        pending = cut(text);
        boolean now = applies(s.floor.state());
        if (now) {
            apply();
        }
        s.effects.publish((observer, call) -> observer.narrated(call, now));
    }

    /** An action brought what the caller sees now: older news of it are none. */
    void resulted(String view) {
        pending = cut(view);
        apply();
        s.effects.publish((observer, call) -> observer.narrated(call, true));
    }

    /** The floor changed hands: what was kept may be applied. */
    void moved(FloorState to) {
        if (pending != null && (to == FloorState.IDLE || to == FloorState.ACTION)) {
            apply();
            s.effects.publish((observer, call) -> observer.narrated(call, true));
        }
    }

    private static String cut(String text) {
        return text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) : text;
    }

    private static boolean applies(FloorState state) {
        return state == FloorState.IDLE || state == FloorState.ACTION || state == FloorState.SPEAKING;
    }

    private void apply() {
        known = pending;
        pending = null;
        s.effects.note("narrated", known);
        s.giveUp("the caller's view has changed");
        s.dialogue.narratedState(known);
    }

    /** Another session of the dialogue is open: it learns what the last one knew. */
    void dialogueBack() {
        if (known != null) {
            s.dialogue.narratedState(known);
        }
    }
}
