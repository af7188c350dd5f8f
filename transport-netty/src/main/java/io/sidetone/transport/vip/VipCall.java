package io.sidetone.transport.vip;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.core.call.Caption;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.floor.FloorTrigger;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.transport.stream.StreamWire;
import io.sidetone.transport.vip.message.ServerEvent;
import io.sidetone.transport.vip.message.VipStates;
import io.sidetone.transport.vip.message.VipTransition;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The server's side of one session, on the way out: what the call does becomes messages. Event loop only. */
final class VipCall implements StreamWire {
    /** What the floor can refuse to a client; other refusals are no client's fault. */
    private static final Set<FloorTrigger> OF_CLIENTS = EnumSet.of(
            FloorTrigger.INPUT_START,
            FloorTrigger.INPUT_END,
            FloorTrigger.INPUT_CANCEL,
            FloorTrigger.INPUT_TIMEOUT,
            FloorTrigger.BARGE_IN,
            FloorTrigger.YIELD,
            FloorTrigger.RESPONSE_CANCEL);

    private final Initialization client;
    private final VipOut out;
    private final MicrophoneGate microphone;
    private final ClientActionLink actionLink;
    private final Consumer<String> ready;
    private final BiConsumer<VipCall, EndCause> ended;
    private final LatencyReport latency = new LatencyReport();
    private String agent = "";
    private String model = "";
    private String interruptedBy = "";
    private boolean heard;
    private boolean detected;
    private boolean over;

    /**
     * Creates the session of {@code client}.
     *
     * @param ready called once with the agent's name, when input may begin
     * @param ended called once, when the call is over
     */
    VipCall(
            Initialization client,
            VipOut out,
            MicrophoneGate microphone,
            ClientActionLink actionLink,
            Consumer<String> ready,
            BiConsumer<VipCall, EndCause> ended) {
        this.client = client;
        this.out = out;
        this.microphone = microphone;
        this.actionLink = actionLink;
        this.ready = ready;
        this.ended = ended;
    }

    void opened(String agentName, String modelId) {
        agent = agentName;
        model = modelId;
    }

    String model() {
        return model;
    }

    // ---- the floor
    // ---------------------------------------------------------------------------------------------------

    void moved(FloorTransition move) {
        if (over) {
            return;
        }
        latency.moved(move);
        heard |= byVoice(move);
        if (move.to() == FloorState.INTERRUPTED) {
            interruptedBy = move.reason();
        }
        String to = move.views().vip();
        String from = out.state();
        if (to == null || to.equals(from)) {
            return;
        }
        boolean voice = heard && to.equals(VipStates.LISTENING);
        heard = false;
        microphone.moved(from, to, move.nowNs());
        String reason = VipTransition.cutsShort(move) ? interruptedBy : move.reason();
        out.state(to, VipTransition.trigger(from, move), move.rule(), json -> {
            json.writeStringField("reason", reason);
            more(json, move, to);
        });
        if (voice && !detected) {
            out.send(ServerEvent.INPUT_DETECTED, json -> json.writeStringField("source", "server"));
        }
        detected = false;
        if (move.trigger() == FloorTrigger.READY) {
            ready.accept(agent);
        } else if (move.trigger() == FloorTrigger.ANNOUNCE) {
            out.send(ServerEvent.SERVER_ANNOUNCE, this::attributed);
        }
    }

    private static boolean byVoice(FloorTransition move) {
        boolean taken = move.trigger() == FloorTrigger.INPUT_START || move.trigger() == FloorTrigger.BARGE_IN;
        String why = move.reason();
        return taken && (why.startsWith("speech") || why.equals("words") || why.equals("kept speech"));
    }

    private static void more(JsonGenerator json, FloorTransition move, String to) throws IOException {
        if (VipTransition.cutsShort(move) && to.equals(VipStates.IDLE)) {
            json.writeBooleanField("completed", false);
        }
        if (move.from() == FloorState.ACTION && move.trigger() == FloorTrigger.RESPONSE_CANCEL) {
            json.writeStringField("status", "cancelled");
        }
    }

    void refused(FloorTrigger trigger) {
        if (over || !OF_CLIENTS.contains(trigger)) {
            return;
        }
        if (trigger == FloorTrigger.INPUT_START || trigger == FloorTrigger.BARGE_IN) {
            microphone.refused();
        }
        out.notAllowed(trigger.wireName(), "");
    }

    /** The server's detector hears the caller while the agent speaks: the agent pauses. */
    void yielding() {
        if (!over) {
            detected = true;
            out.send(ServerEvent.INPUT_DETECTED, json -> json.writeStringField("source", "server"));
        }
    }

    // ---- what is said
    // ------------------------------------------------------------------------------------------------

    void transcript(boolean complete, String text) {
        if (!over) {
            out.send(complete ? ServerEvent.TRANSCRIPT_FINAL : ServerEvent.TRANSCRIPT_PARTIAL, json -> {
                json.writeStringField("text", text);
                json.writeObjectFieldStart("metadata");
                if (!client.userId().isEmpty()) {
                    json.writeStringField("user_id", client.userId());
                }
                if (!client.locale().isEmpty()) {
                    json.writeStringField("locale", client.locale());
                }
                json.writeEndObject();
            });
        }
    }

    void text(long turn, String piece) {
        if (!over) {
            out.send(ServerEvent.RESPONSE_TEXT, json -> {
                turn(json, turn);
                json.writeStringField("text", piece);
                attributed(json);
            });
        }
    }

    void caption(Caption caption) {
        if (!over) {
            out.send(ServerEvent.CAPTION, json -> {
                turn(json, caption.token());
                json.writeStringField("text", caption.text());
                json.writeNumberField("heardChars", caption.heardChars());
            });
        }
    }

    /** A turn of the agent is over; one that could not be heard at all has no number. */
    void done(long turn, boolean interrupted, String said) {
        if (!over) {
            out.send(ServerEvent.AUDIO_COMPLETE, json -> {
                if (turn != Token.NONE) {
                    turn(json, turn);
                }
                json.writeBooleanField("completed", !interrupted);
                json.writeStringField("text", said);
                json.writeObjectFieldStart("metadata");
                json.writeStringField("model_id", model);
                latency.write(json);
                json.writeEndObject();
            });
        }
    }

    private static void turn(JsonGenerator json, long turn) throws IOException {
        json.writeStringField("turn", Long.toString(turn));
    }

    /** Says who speaks (VIP-13). */
    private void attributed(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("metadata");
        json.writeStringField("model_id", model);
        json.writeEndObject();
    }

    // ---- what is done
    // ------------------------------------------------------------------------------------------------

    void acting(ActionCall action) {
        if (!over) {
            out.send(ServerEvent.RESPONSE_TOOL, json -> {
                json.writeStringField("action_id", action.action());
                json.writeStringField("invocation_id", action.invocationId());
                attributed(json);
            });
        }
    }

    void narrated(boolean applied) {
        boolean opening = out.state().equals(VipStates.CONNECTING);
        if (!over && (applied || !opening)) {
            out.send(applied ? ServerEvent.NARRATED_APPLIED : ServerEvent.NARRATED_DEFERRED, json -> {});
        }
    }

    void problem(String code, String message, boolean retryable) {
        if (!over) {
            out.problem(code, message, retryable);
        }
    }

    // ---- the agent's sound
    // -------------------------------------------------------------------------------------------

    @Override
    public boolean audio(byte[] payload, int length, long token, long positionMs) {
        return over || out.audio(payload, length, token, positionMs);
    }

    @Override
    public void clear(long token) {
        playback(ServerEvent.PLAYBACK_STOP, token);
    }

    @Override
    public void pause(long token) {
        playback(ServerEvent.PLAYBACK_PAUSE, token);
    }

    @Override
    public void resume(long token) {
        playback(ServerEvent.PLAYBACK_RESUME, token);
    }

    private void playback(ServerEvent event, long token) {
        if (!over) {
            out.send(event, json -> turn(json, token));
        }
    }

    @Override
    public void hangUp(EndCause why) {
        if (over) {
            return;
        }
        over = true;
        actionLink.end();
        ended.accept(this, why);
    }

    /** The connection is gone: nothing is sent any more. */
    void gone() {
        over = true;
        actionLink.end();
    }
}
