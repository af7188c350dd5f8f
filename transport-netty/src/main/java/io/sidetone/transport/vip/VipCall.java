package io.sidetone.transport.vip;

import com.fasterxml.jackson.core.JsonGenerator;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.Caption;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.floor.CallEvent;
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
final class VipCall implements CallObserver, StreamWire {
    /** Triggers that the floor can refuse to a client; other refusals are no client's fault. */
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
    private final String model;
    private final Consumer<String> ready;
    private final BiConsumer<VipCall, EndCause> ended;
    private final LatencyReport latency = new LatencyReport();
    private String interruptedBy = "";
    private boolean heard;
    private boolean detected;
    private boolean over;

    /**
     * Creates the session of {@code client}.
     *
     * @param model name of the model that its agent thinks with
     * @param ready called once with the agent's name, when input may begin
     * @param ended called once, when the call is over
     */
    VipCall(
            Initialization client,
            VipOut out,
            MicrophoneGate microphone,
            ClientActionLink actionLink,
            String model,
            Consumer<String> ready,
            BiConsumer<VipCall, EndCause> ended) {
        this.client = client;
        this.out = out;
        this.microphone = microphone;
        this.actionLink = actionLink;
        this.model = model;
        this.ready = ready;
        this.ended = ended;
    }

    String model() {
        return model;
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (over) {
            return;
        }
        if (event instanceof FloorTransition moved) {
            moved(moved, call.setup().who().agent());
        } else if (event instanceof Refused refused) {
            refused(refused.trigger());
        } else if (event instanceof Yielding yielding && yielding.on()) {
            // The server's detector hears the caller while the agent speaks: the agent pauses.
            detected = true;
            detected();
        } else if (event instanceof Partial partial) {
            transcript(ServerEvent.TRANSCRIPT_PARTIAL, partial.text());
        } else if (event instanceof Transcript complete) {
            transcript(ServerEvent.TRANSCRIPT_FINAL, complete.text());
        } else if (event instanceof ResponseText text) {
            text(text.token(), text.piece());
        } else if (event instanceof Caption captioned) {
            caption(captioned);
        } else if (event instanceof ResponseDone done) {
            done(done.token(), done.interrupted(), done.heard());
        } else if (event instanceof Acting acting) {
            acting(acting.action());
        } else if (event instanceof Narrated narrated) {
            narrated(narrated.applied());
        } else if (event instanceof Problem problem) {
            out.problem(problem.code(), problem.message(), problem.retryable());
        } else if (event instanceof Ended) {
            hangUp(call.endCause());
        }
    }

    // ---- the floor
    // ---------------------------------------------------------------------------------------------------

    private void moved(FloorTransition move, String agent) {
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
            detected();
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

    private void refused(FloorTrigger trigger) {
        if (!OF_CLIENTS.contains(trigger)) {
            return;
        }
        if (trigger == FloorTrigger.INPUT_START || trigger == FloorTrigger.BARGE_IN) {
            microphone.refused();
        }
        out.notAllowed(trigger.wireName(), "");
    }

    private void detected() {
        out.send(ServerEvent.INPUT_DETECTED, json -> json.writeStringField("source", "server"));
    }

    // ---- what is said
    // ------------------------------------------------------------------------------------------------

    private void transcript(ServerEvent kind, String text) {
        out.send(kind, json -> {
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

    private void text(long turn, String piece) {
        out.send(ServerEvent.RESPONSE_TEXT, json -> {
            turn(json, turn);
            json.writeStringField("text", piece);
            attributed(json);
        });
    }

    private void caption(Caption caption) {
        out.send(ServerEvent.CAPTION, json -> {
            turn(json, caption.token());
            json.writeStringField("text", caption.text());
            json.writeNumberField("heardChars", caption.heardChars());
        });
    }

    /** A turn of the agent is over; one that could not be heard at all has no number. */
    private void done(long turn, boolean interrupted, String said) {
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

    private void acting(ActionCall action) {
        out.send(ServerEvent.RESPONSE_TOOL, json -> {
            json.writeStringField("action_id", action.action());
            json.writeStringField("invocation_id", action.invocationId());
            attributed(json);
        });
    }

    private void narrated(boolean applied) {
        boolean opening = out.state().equals(VipStates.CONNECTING);
        if (applied || !opening) {
            out.send(applied ? ServerEvent.NARRATED_APPLIED : ServerEvent.NARRATED_DEFERRED, json -> {});
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
