package io.sidetone.transport.vip;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.core.turn.ClientInput;
import io.sidetone.core.turn.TurnHints;
import io.sidetone.transport.stream.ClientCall;
import io.sidetone.transport.vip.message.BadMessageException;
import io.sidetone.transport.vip.message.ClientOperation;
import io.sidetone.transport.vip.message.Fields;
import io.sidetone.transport.vip.message.VipMessage;
import io.sidetone.transport.vip.message.VipStates;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The client's side of one session, on the way in: messages become events of the lane, whose floor machine says what is
 * allowed. What only the session can know it refuses itself. Event loop only.
 */
final class VipInput {
    private static final Set<String> TRIGGERS = Set.of("ptt", "tap", "vad", "wake_word");
    private static final int MOST_TEXT = 4_000;
    private static final int MOST_REASON = 200;

    private final ClientCall line;
    private final MicrophoneGate microphone;
    private final ClientActionLink actionLink;
    private final VipOut out;
    private final VipCounters counters;
    private final Consumer<Map<String, Object>> registry;
    private boolean held;

    /**
     * Creates the way in.
     *
     * @param registry takes what the client can do from now on
     */
    VipInput(
            ClientCall line,
            MicrophoneGate microphone,
            ClientActionLink actionLink,
            VipOut out,
            VipCounters counters,
            Consumer<Map<String, Object>> registry) {
        this.line = line;
        this.microphone = microphone;
        this.actionLink = actionLink;
        this.out = out;
        this.counters = counters;
        this.registry = registry;
    }

    void take(VipMessage message, long nowNs) throws BadMessageException {
        Fields payload = message.payload();
        switch (message.operation()) {
            case INPUT_AUDIO -> sound(payload, nowNs);
            case INPUT_START -> start(payload, nowNs);
            case INPUT_BARGE_IN -> begin(payload, ClientInput.BARGE_IN, ClientInput.BARGE_IN_PRESS, nowNs);
            case INPUT_DETECTED -> {
                microphone.capture();
                input(ClientInput.DETECTED, "vad", nowNs);
            }
            case INPUT_END -> finish(ClientInput.END, payload, message.name(), nowNs);
            case INPUT_CANCEL -> finish(ClientInput.CANCEL, payload, message.name(), nowNs);
            case INPUT_TIMEOUT -> finish(ClientInput.TIMEOUT, payload, message.name(), nowNs);
            case STATE_UPDATE -> update(payload, nowNs);
            case ACTION_RESULT -> actionLink.result(message, false);
            case ACTION_DONE -> actionLink.result(message, true);
            case AUDIO_PLAYED -> played(payload, nowNs);
            case TEXT_INPUT ->
                line.publish(LaneEventType.TEXT_INPUT, Token.NONE, 0, 0, payload.needed("text", MOST_TEXT), nowNs);
            case RESPONSE_CANCEL ->
                line.publish(
                        LaneEventType.RESPONSE_CANCEL,
                        Token.NONE,
                        0,
                        0,
                        payload.text("reason", null, MOST_REASON),
                        nowNs);
            case TURN_YIELD ->
                floor(message, LaneEventType.YIELD_REQUEST, payload.text("reason", "client", MOST_REASON), nowNs);
            case TURN_GRANT -> floor(message, LaneEventType.GRANT_REQUEST, hints(payload), nowNs);
            case SESSION_CLOSE, ERROR_FATAL -> line.hangUp(EndCause.CALLER_HUNG_UP, nowNs);
            case INTENT_RESOLVED -> {
                if (!VipStates.allows(out.state(), message.operation())) {
                    out.notAllowed(message.name(), "");
                }
            }
            default -> out.notAllowed(message.operation().wireName(), "the session is open already");
        }
    }

    private void input(ClientInput what, String by, long nowNs) {
        line.publish(LaneEventType.CLIENT_INPUT, Token.NONE, what.ordinal(), 0, by, nowNs);
    }

    /** Holds what has no trigger of the floor machine to the state that both sides know (VIP-01). */
    private void floor(VipMessage message, LaneEventType type, Object what, long nowNs) {
        if (VipStates.allows(out.state(), message.operation())) {
            line.publish(type, Token.NONE, 0, 0, what, nowNs);
        } else {
            out.notAllowed(message.operation().wireName(), "");
        }
    }

    /** A caller who has the floor already can only release the button, or turn a hold into a tap. */
    private void start(Fields payload, long nowNs) throws BadMessageException {
        boolean again = microphone.capturing() && out.state().equals(VipStates.LISTENING);
        if (again && hold(payload) == held) {
            out.notAllowed(ClientOperation.INPUT_START.wireName(), "the caller has the floor");
        } else {
            begin(payload, ClientInput.START, ClientInput.PRESS, nowNs);
        }
    }

    private void begin(Fields payload, ClientInput tapped, ClientInput pressed, long nowNs) throws BadMessageException {
        held = hold(payload);
        microphone.capture();
        input(held ? pressed : tapped, trigger(payload), nowNs);
    }

    private static String trigger(Fields payload) throws BadMessageException {
        return payload.word("trigger", "ptt", TRIGGERS);
    }

    private static boolean hold(Fields payload) throws BadMessageException {
        return payload.flag("hold", trigger(payload).equals("ptt"));
    }

    private void finish(ClientInput what, Fields payload, String name, long nowNs) throws BadMessageException {
        String by = payload.text("reason", payload.text("trigger", name.toLowerCase(Locale.ROOT), 64), 64);
        microphone.release(out.state(), nowNs);
        input(what, by, nowNs);
    }

    private void update(Fields payload, long nowNs) throws BadMessageException {
        String view = payload.text("narrated_state", null, Initialization.MOST_NARRATED);
        boolean actions = payload.has("actions");
        if (view == null && !actions) {
            throw new BadMessageException(
                    "invalid_message", "state.update says nothing; give narrated_state, actions, or both");
        }
        if (actions) {
            registry.accept(payload.map("actions"));
        }
        if (view != null) {
            line.publish(LaneEventType.NARRATED_STATE, Token.NONE, 0, 0, view, nowNs);
        }
    }

    private void played(Fields payload, long nowNs) throws BadMessageException {
        String turn = payload.text("turn", null, 20);
        if (turn == null) {
            return; // Playback_Complete of a client that does not number turns: the server knows by itself
        }
        if (!turn.matches("[0-9]{1,18}")) {
            throw new BadMessageException(
                    "invalid_message",
                    "turn: '" + Fields.shown(turn) + "' is no turn; repeat the one of response.audio");
        }
        int positionMs = payload.number("positionMs", Integer.MAX_VALUE, 0, Integer.MAX_VALUE);
        line.played(Long.parseLong(turn), positionMs, nowNs);
    }

    private static TurnHints hints(Fields payload) throws BadMessageException {
        return new TurnHints(
                payload.flag("expectResponse", true),
                payload.number("autoResponseDelayMs", 0, 0, TurnHints.MAX_DELAY_MS),
                payload.text("requestId", "", 64));
    }

    private void sound(Fields payload, long nowNs) throws BadMessageException {
        String text = payload.needed("audio", Integer.MAX_VALUE);
        byte[] sound;
        try {
            sound = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new BadMessageException(
                    "invalid_audio", "audio is no base64 (RFC 4648 section 4); encode the bytes of whole samples");
        }
        sound(Unpooled.wrappedBuffer(sound), nowNs);
    }

    /** Takes sound in the session's input format; {@code sound} is borrowed. */
    void sound(ByteBuf sound, long nowNs) {
        MicrophoneGate.Verdict verdict = microphone.verdict(out.state(), nowNs);
        if (verdict != MicrophoneGate.Verdict.TAKE) {
            counters.audioDropped();
            if (verdict == MicrophoneGate.Verdict.REFUSE) {
                out.notAllowed(ClientOperation.INPUT_AUDIO.wireName(), "no one listens now");
            }
            return;
        }
        String problem = microphone.problem(sound.readableBytes());
        if (problem == null) {
            line.audio(sound, nowNs);
        } else {
            out.error("invalid_audio", problem, ClientOperation.INPUT_AUDIO.wireName());
        }
    }
}
