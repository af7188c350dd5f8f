package io.sidetone.transport.vela;

import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.MockedRequest;
import io.sidetone.transport.stream.HeldMessages;

/**
 * Messages in: what a client says becomes events of its call's lane, in order. What comes before the engines are open is
 * held, bounded, and applied then (VIP-T02). Event loop of the call only.
 */
final class VelaInput {
    /** Messages that may wait for the engines. */
    static final int MAX_HELD = 512;

    /** Characters of audio that may wait for the engines: about ten seconds at 16 kHz. */
    static final int MAX_HELD_CHARS = 448 * 1024;

    private final VelaCall session;
    private final AudioIn audio = new AudioIn();
    private final HeldMessages<VelaMessage> held = new HeldMessages<>(MAX_HELD, MAX_HELD_CHARS);
    private boolean ready;
    private boolean pressed;

    VelaInput(VelaCall session) {
        this.session = session;
    }

    AudioIn audio() {
        return audio;
    }

    /** Takes a message that concerns the caller's turn. */
    void accept(VelaMessage message, long nowNs) {
        if (message instanceof VelaMessage.Cancel) {
            cancel("response.cancel", nowNs);
        } else if (ready) {
            apply(message, nowNs);
        } else {
            hold(message);
        }
    }

    private void hold(VelaMessage message) {
        int chars =
                message instanceof VelaMessage.Append append ? append.chunk().length() : 0;
        if (!held.offer(message, chars)) {
            session.refuse(
                    "not_ready", "the engines of this session are not open yet and too much waits for them", true);
        }
    }

    /** The engines are open: what waited is applied in order. */
    void ready(long nowNs) {
        ready = true;
        held.release(() -> true, message -> apply(message, nowNs));
    }

    /** Whatever goes on is not wanted any more, nor what waits. */
    void cancel(String why, long nowNs) {
        held.clear();
        pressed = false;
        session.publish(LaneEventType.RESPONSE_CANCEL, 0, why, nowNs);
    }

    private void apply(VelaMessage message, long nowNs) {
        if (message instanceof VelaMessage.Append append) {
            append(append.chunk(), nowNs);
        } else if (message instanceof VelaMessage.Commit) {
            commit(nowNs);
        } else if (message instanceof VelaMessage.Trigger) {
            trigger(nowNs);
        } else if (message instanceof VelaMessage.Text typed) {
            session.answer(false, nowNs);
            session.publish(LaneEventType.TEXT_INPUT, 0, typed.text(), nowNs);
        } else if (message instanceof VelaMessage.Yield yield) {
            String reason = yield.reason().isBlank() ? "client" : yield.reason();
            session.publish(LaneEventType.YIELD_REQUEST, 0, reason, nowNs);
        } else if (message instanceof VelaMessage.Grant grant) {
            session.answer(false, nowNs);
            pressed = false;
            session.publish(LaneEventType.GRANT_REQUEST, 0, grant.hints(), nowNs);
        } else {
            throw new IllegalStateException("message " + message + " has no effect defined");
        }
    }

    private void append(String chunk, long nowNs) {
        if (session.placeholder()) {
            mocked(MockedRequest.APPEND, nowNs);
            return;
        }
        byte[] sound;
        try {
            sound = audio.decode(chunk, nowNs);
        } catch (BadVelaMessageException wrong) {
            session.bad(wrong);
            return;
        }
        session.answer(false, nowNs);
        if (!pressed && !session.open()) {
            pressed = true;
            session.restartAudio();
            session.publish(LaneEventType.CLIENT_INPUT, ClientInput.TALK.ordinal(), "ptt", nowNs);
        }
        session.sound(sound, nowNs);
    }

    private void commit(long nowNs) {
        if (session.placeholder()) {
            mocked(MockedRequest.COMMIT, nowNs);
            return;
        }
        pressed = false;
        session.publish(LaneEventType.CLIENT_INPUT, ClientInput.END.ordinal(), "commit", nowNs);
    }

    private void trigger(long nowNs) {
        if (session.mockedTurns()) {
            mocked(MockedRequest.TRIGGER, nowNs);
        } else {
            session.refuse(
                    "mocked_turns_off",
                    "mocked turns are switched off here; set ws.mocked-turns, or speak with the agent itself",
                    false);
        }
    }

    private void mocked(MockedRequest what, long nowNs) {
        session.publish(LaneEventType.MOCKED_TURN, what.ordinal(), null, nowNs);
    }
}
