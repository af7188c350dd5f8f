package io.sidetone.core.call.life;

import io.sidetone.core.control.ControlProgress;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.ControlRequest.Kind;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.conversation.Effects;
import io.sidetone.core.lane.LaneEvent;
import io.sidetone.core.metrics.LaneCounter;
import io.sidetone.core.metrics.LaneMetrics;
import io.sidetone.core.playout.FarEnd;
import io.sidetone.core.port.SignallingPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Requests to the telephone side of a call while it goes on: transfer, digits, hold. Lane thread only.
 *
 * <p>Each request is handed to the signalling once and comes back in SIGNALLING_PROGRESS events; it lies outside the
 * fence: an interruption does not stop it, the end of the call does. What the present state does not allow is answered
 * and counted. Hold has two sides, and the call is held while either holds it.
 */
final class CallControl {
    /** Answers what the call's state does not allow (RFC 3261 21.4.20). */
    static final int NO_SUCH_CALL = 481;

    /** Answers what has to wait for something else (RFC 3261 21.4.27). */
    static final int PENDING = 491;

    /** Answers what cannot be understood. */
    static final int BAD_REQUEST = 400;

    /** Digits one request may carry. */
    static final int MAX_DIGITS = 32;

    /** After a transfer the peer has this long to hang up itself. */
    static final long PARTING_NS = 5_000_000_000L;

    private static final int MAX_OPEN = 16;
    private static final int ACCEPTED = 202;
    private static final int OK = 200;
    private static final int FAULT = 500;
    private static final String DIGITS = "0123456789*#ABCDabcd";

    private final FarEnd farEnd;
    private final Effects effects;
    private final Listener listener;
    private final SignallingPort signalling;
    private final ControlProgress progress;
    private final LaneMetrics metrics;
    private final List<ControlRequest> open = new ArrayList<>();
    private boolean peerHolds;
    private boolean weHold;

    /** The latest of hold and resume that was asked for while another of them was under way; the newest counts. */
    private ControlRequest waiting;

    private boolean reaching;
    private boolean transferAccepted;
    private boolean transferred;
    private boolean bridged;
    private long transferredNs;
    private Map<String, String> parting = Map.of();

    /** Consequences of it for the rest of the call. */
    interface Listener {
        /** The call is held by one side at least, or by neither any more. */
        void held(boolean on);

        /** A request has its last word. */
        void settled(ControlRequest request, boolean success, int status, long nowNs);
    }

    CallControl(
            SignallingPort signalling,
            ControlProgress progress,
            LaneMetrics metrics,
            FarEnd farEnd,
            Effects effects,
            Listener listener) {
        this.signalling = signalling;
        this.progress = progress;
        this.metrics = metrics;
        this.farEnd = farEnd;
        this.effects = effects;
        this.listener = listener;
    }

    /** Takes TRANSFER_REQUEST, DIGITS_REQUEST, HOLD_REQUEST and SIGNALLING_PROGRESS. */
    void onEvent(LaneEvent event) {
        switch (event.type()) {
            case TRANSFER_REQUEST -> request(asked(Kind.TRANSFER, event.ref()), event.nowNs());
            case DIGITS_REQUEST -> request(asked(Kind.DIGITS, event.ref()), event.nowNs());
            case HOLD_REQUEST -> request(asked(event.a() == 1 ? Kind.HOLD : Kind.RESUME, event.ref()), event.nowNs());
            default -> onProgress((ControlRequest) event.ref(), (int) event.a(), event.b() == 1, event.nowNs());
        }
    }

    private static ControlRequest asked(Kind kind, Object ref) {
        if (ref instanceof ControlRequest request) {
            return request;
        }
        return new ControlRequest(kind, ref == null ? "" : ref.toString(), null, Map.of());
    }

    /** Asks the signalling for {@code request}, or answers why not. */
    void request(ControlRequest request, long nowNs) {
        if (request.kind() == Kind.HANG_UP) {
            parting = request.headers();
            return;
        }
        String what = words(request);
        int refusal = refusal(request);
        if (refusal != 0) {
            metrics.increment(LaneCounter.CONTROL_REFUSED);
            effects.note("warning", what + " refused with " + refusal + ": " + reason(refusal));
            listener.settled(request, false, refusal, nowNs);
            return;
        }
        boolean on = request.kind() == Kind.HOLD;
        boolean holds = on || request.kind() == Kind.RESUME;
        if (holds && openHold()) {
            if (waiting != null) {
                listener.settled(waiting, false, PENDING, nowNs);
            }
            waiting = request;
            return;
        }
        if (holds && weHold == on) {
            listener.settled(request, true, OK, nowNs);
            return;
        }
        effects.note("control", what);
        open.add(request);
        reaching |= request.kind() == Kind.TRANSFER;
        try {
            switch (request.kind()) {
                case TRANSFER -> signalling.transfer(request, progress);
                case DIGITS -> signalling.sendDigits(request, progress);
                default -> signalling.hold(request, progress);
            }
        } catch (RuntimeException fault) {
            metrics.increment(LaneCounter.FAULTS);
            onProgress(request, FAULT, true, nowNs);
        }
    }

    private int refusal(ControlRequest request) {
        if (!farEnd.answered() || transferred) {
            return NO_SUCH_CALL;
        }
        return switch (request.kind()) {
            case TRANSFER -> request.argument().isBlank() ? BAD_REQUEST : pending(Kind.TRANSFER);
            case HOLD, RESUME -> 0;
            case DIGITS -> {
                if (!sendable(request.argument())) {
                    yield BAD_REQUEST;
                }
                yield peerHolds || weHold || open.size() >= MAX_OPEN ? PENDING : 0;
            }
            case HANG_UP -> 0;
        };
    }

    private int pending(Kind kind) {
        for (ControlRequest request : open) {
            if (request.kind() == kind) {
                return PENDING;
            }
        }
        return 0;
    }

    private boolean openHold() {
        return pending(Kind.HOLD) != 0 || pending(Kind.RESUME) != 0;
    }

    private static boolean sendable(String digits) {
        if (digits.isEmpty() || digits.length() > MAX_DIGITS) {
            return false;
        }
        for (int i = 0; i < digits.length(); i++) {
            if (DIGITS.indexOf(digits.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private static String words(ControlRequest request) {
        return switch (request.kind()) {
            case TRANSFER -> "transfer to " + request.argument();
            case DIGITS -> "digits " + request.argument();
            case HOLD -> "hold";
            case RESUME -> "resume";
            case HANG_UP -> "hang up";
        };
    }

    private static String reason(int refusal) {
        return switch (refusal) {
            case NO_SUCH_CALL -> "only an answered call that goes on can be controlled";
            case PENDING -> "another request is under way or the call is held; ask again when that is over";
            default -> "a transfer needs a target, digits are 1 to " + MAX_DIGITS + " of 0-9 * # A-D";
        };
    }

    private void onProgress(ControlRequest request, int status, boolean last, long nowNs) {
        if (!open.contains(request)) {
            metrics.increment(LaneCounter.STALE_DROPPED);
            return;
        }
        effects.note("control", words(request) + ": " + status);
        if (request.kind() == Kind.TRANSFER && status == ACCEPTED) {
            transferAccepted = true;
        }
        if (!last) {
            return;
        }
        open.remove(request);
        boolean success = status >= OK && status < 300;
        switch (request.kind()) {
            case TRANSFER -> {
                transferAccepted = false;
                reaching = false;
                transferred = success && !bridged;
                transferredNs = nowNs;
            }
            case HOLD, RESUME -> {
                if (success) {
                    weHold = request.kind() == Kind.HOLD;
                    combine(weHold ? "held by us" : "resumed by us");
                }
            }
            default -> {}
        }
        listener.settled(request, success, status, nowNs);
        if (waiting != null && !openHold()) {
            ControlRequest next = waiting;
            waiting = null;
            request(next, nowNs);
        } else if (bridged && weHold && status == PENDING) {
            takeBack(nowNs);
        }
    }

    /** The peer put the call on hold, or took it back. */
    void peerHold(boolean on) {
        if (on != peerHolds) {
            peerHolds = on;
            combine(on ? "held by the peer" : "resumed by the peer");
        }
    }

    private void combine(String what) {
        effects.note("hold", what);
        listener.held(peerHolds || weHold);
    }

    /** A transferred call whose peer does not hang up is ended by us. */
    void tick(long nowNs) {
        if (transferred && nowNs - transferredNs >= PARTING_NS) {
            effects.end(EndCause.TRANSFERRED, nowNs);
        }
    }

    /** The line was joined with that of another call: a transfer that comes true that way does not end this one. */
    void bridged(long nowNs) {
        bridged = true;
        takeBack(nowNs);
    }

    private void takeBack(long nowNs) {
        if (weHold || openHold()) {
            request(ControlRequest.hold(false, null), nowNs);
        }
    }

    /** Returns whether the caller waits for what we do, a hold or a transfer, and does not hold us himself. */
    boolean callerWaits() {
        return (weHold || reaching) && !peerHolds;
    }

    /** Returns whether the other side has taken a transfer on. */
    boolean transferring() {
        return transferred || transferAccepted;
    }

    /**
     * Somebody hangs up: returns why. An operator may give headers along; they are his alone, and not those of a goodbye that
     * was taken back.
     *
     * @param asked an {@link EndCause}, or the request of an operator
     */
    EndCause hangUp(Object asked, long nowNs) {
        if (asked instanceof ControlRequest own) {
            request(own, nowNs);
            return EndCause.OPERATOR;
        }
        EndCause cause = (EndCause) asked;
        if (cause == EndCause.OPERATOR) {
            request(ControlRequest.hangUp(Map.of()), nowNs);
        }
        return cause;
    }

    /** Returns the headers of the goodbye: those that were asked for with it, whoever asked. */
    Map<String, String> parting(EndCause cause) {
        return cause == EndCause.AGENT_HUNG_UP || cause == EndCause.OPERATOR ? parting : Map.of();
    }

    /**
     * Returns why the call really ends: who hangs up after a transfer, or right after having accepted one, has been
     * transferred.
     */
    EndCause cause(EndCause given) {
        boolean hungUp = given == EndCause.CALLER_HUNG_UP || given == EndCause.CALLEE_HUNG_UP;
        boolean left = transferAccepted && hungUp;
        return transferred || left ? EndCause.TRANSFERRED : given;
    }
}
