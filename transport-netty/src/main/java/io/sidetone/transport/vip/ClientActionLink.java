package io.sidetone.transport.vip;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.transport.stream.SessionLoop;
import io.sidetone.transport.vip.action.ClientLink;
import io.sidetone.transport.vip.action.Invocations;
import io.sidetone.transport.vip.message.BadMessageException;
import io.sidetone.transport.vip.message.Fields;
import io.sidetone.transport.vip.message.ServerEvent;
import io.sidetone.transport.vip.message.VipMessage;
import io.sidetone.transport.vip.message.VipWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Work that the client is asked to do, and what it says became of that (VIP 5.3.3). */
final class ClientActionLink implements ClientLink {
    private static final Set<String> GOOD = Set.of("success", "ok", "done");
    private static final Set<String> STATUSES = Set.of("success", "ok", "done", "error", "failed", "cancelled");
    private static final Set<String> CODES = Set.of(
            ActionResult.NOT_REGISTERED,
            ActionResult.INVALID_PARAMETERS,
            ActionResult.ELEMENT_NOT_FOUND,
            ActionResult.TIMEOUT,
            ActionResult.CANCELLED,
            ActionResult.FAILED);
    private static final int MOST_TEXT = 4_000;

    private final SessionLoop loop;
    private final VipOut out;
    private final Invocations invocations = new Invocations();
    private boolean over;

    ClientActionLink(SessionLoop loop, VipOut out) {
        this.loop = loop;
        this.out = out;
    }

    @Override
    public void invoke(ActionCall call, Consumer<ActionResult> answer) {
        loop.execute(() -> {
            invocations.asked(call, answer);
            if (over) {
                invocations.end();
                return;
            }
            out.send(ServerEvent.ACTION_INVOKE, json -> {
                json.writeStringField("action_id", call.action());
                json.writeStringField("invocation_id", call.invocationId());
                json.writeFieldName("parameters");
                VipWriter.value(json, call.parameters());
            });
        });
    }

    @Override
    public void cancel(String invocationId) {
        loop.execute(() -> {
            if (invocations.cancelled(invocationId)) {
                out.send(ServerEvent.ACTION_CANCEL, json -> json.writeStringField("invocation_id", invocationId));
            }
        });
    }

    /** The session is over. */
    void end() {
        over = true;
        invocations.end();
    }

    /** The client says what became of an action: {@code action.result}, or {@code action.done}. */
    void result(VipMessage message, boolean done) throws BadMessageException {
        Fields payload = message.payload();
        String id = payload.text("invocation_id", invocations.only(), 128);
        Invocations.Standing standing = id == null ? Invocations.Standing.UNKNOWN : invocations.standing(id);
        String name = message.operation().wireName();
        switch (standing) {
            case OPEN -> invocations.answered(result(id, payload, done));
            case ANSWERED ->
                out.error(
                        "duplicate_result", "invocation " + id + " was answered before; the first answer counts", name);
            case OVER ->
                out.error("late_result", "invocation " + id + " is not waited for any more; answer sooner", name);
            default -> {
                if (invocations.waiting()) {
                    out.error(
                            "unknown_invocation",
                            "invocation '" + Fields.shown(String.valueOf(id))
                                    + "' was not asked for; repeat the invocation_id of action.invoke",
                            name);
                } else {
                    out.notAllowed(name, "no action is under way");
                }
            }
        }
    }

    private static ActionResult result(String id, Fields payload, boolean done) throws BadMessageException {
        boolean good = GOOD.contains(payload.word("status", "success", STATUSES));
        boolean taken = "cancelled".equals(payload.text("status", "", 64));
        String given = payload.text("code", taken ? ActionResult.CANCELLED : ActionResult.FAILED, 64);
        String message = payload.text("message", "", MOST_TEXT);
        String view = payload.text("narrated_state", null, Initialization.MOST_NARRATED);
        Map<String, Object> values = new LinkedHashMap<>(payload.map("values"));
        values.remove(ActionResult.DONE);
        boolean known = CODES.contains(given);
        if (!good) {
            String why = message.isEmpty() ? "the client could not carry it out" : message;
            values.put(ActionResult.MESSAGE, known ? why : given + ": " + why);
        } else if (!message.isEmpty()) {
            values.put(ActionResult.MESSAGE, message);
        }
        if (view != null) {
            values.put(ActionResult.NARRATED_STATE, view);
        }
        if (good && (done || payload.flag("done", false))) {
            values.put(ActionResult.DONE, true);
        }
        return new ActionResult(id, good, good ? ActionResult.OK : known ? given : ActionResult.FAILED, values);
    }
}
