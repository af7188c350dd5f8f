package io.sidetone.core.conversation;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.floor.FloorMachine;
import io.sidetone.core.floor.FloorState;

/**
 * State that the caller sees, as the dialogue knows it (VIP-16). The dialogue learns of a change at once, or when the caller is not being
 * listened to any more. Lane thread only.
 */
final class NarratedState {
    private static final int MAX_CHARS = 32_768;

    private final FloorMachine floor;
    private final Effects effects;
    private final ModelSession model;
    private final EarlyRequest early;

    /** State that the dialogue does not know yet, or null. */
    private String pending;

    /** State that it knows: another session of it starts without. */
    private String known;

    NarratedState(TurnContext context, ModelSession model, EarlyRequest early) {
        this.floor = context.floor();
        this.effects = context.effects();
        this.model = model;
        this.early = early;
    }

    /** The caller sees something else now. */
    void changed(String text) {
        pending = cut(text);
        FloorState state = floor.state();
        boolean now = state == FloorState.IDLE || state == FloorState.ACTION || state == FloorState.SPEAKING;
        if (now) {
            apply();
        }
        published(now);
    }

    /** An action brought what the caller sees now: older news of it are none. */
    void resulted(String view) {
        pending = cut(view);
        apply();
        published(true);
    }

    /** The floor changed hands: what was kept may be applied. */
    void moved(FloorState to) {
        if (pending != null && (to == FloorState.IDLE || to == FloorState.ACTION)) {
            apply();
            published(true);
        }
    }

    private static String cut(String text) {
        return text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) : text;
    }

    private void apply() {
        known = pending;
        pending = null;
        effects.note("narrated", known);
        early.giveUp("the caller's view has changed");
        model.session().narratedState(known);
    }

    private void published(boolean applied) {
        effects.publish(new CallObserver.Narrated(applied));
    }

    /** Another session of the dialogue is open: it learns what the last one knew. */
    void dialogueBack() {
        if (known != null) {
            model.session().narratedState(known);
        }
    }
}
