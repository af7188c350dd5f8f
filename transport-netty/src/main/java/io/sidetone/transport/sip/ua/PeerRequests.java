package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.service.DtmfBody;
import io.sidetone.transport.sip.transaction.ServerTransaction;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import java.util.List;
import java.util.Locale;

/** Requests of the peer inside the dialog of a call (RFC 3261 12.2.2, 14.2, 15.1.2; RFC 3311; RFC 6086). */
final class PeerRequests {
    private static final int LONGEST_RETRY_SECONDS = 10;
    private static final char NO_KEY = 0;

    private final CallLeg leg;
    private final CallContext context;
    private PendingOffer invite;
    private PendingOffer update;
    private char down = NO_KEY;

    PeerRequests(CallLeg leg, CallContext context) {
        this.leg = leg;
        this.context = context;
    }

    /** The 500 of RFC 3261 14.2: try again in 0–10 seconds. */
    static Refusal tryLater(CallContext context) {
        int seconds = context.tokens().between(0, LONGEST_RETRY_SECONDS);
        return Refusal.with(500, "Retry-After", Integer.toString(seconds));
    }

    /** Returns whether a re-INVITE of the peer still waits for its final response. */
    boolean inviteOpen() {
        return invite != null && invite.open();
    }

    /** Refuses what still waits, because the call is over. */
    void abandon() {
        if (invite != null) {
            invite.refuse(Refusal.of(487));
        }
        if (update != null) {
            update.refuse(Refusal.of(487));
        }
    }

    /** Takes a request that found this call's dialog. */
    void take(ServerTransaction transaction) {
        SipRequest request = transaction.request();
        leg.record(request, false);
        if (leg.dialog() == null && !request.method().equals(SipMethod.UPDATE)) {
            // A phone that rings for a call of ours.
            context.count(SipCoreCounter.UNKNOWN_DIALOGS);
            refuse(transaction, Refusal.of(481));
            return;
        }
        if (!leg.dialogOf(request).inOrder(request)) {
            context.count(SipCoreCounter.OUT_OF_ORDER_REQUESTS);
            refuse(transaction, tryLater(context));
            return;
        }
        leg.follow(transaction.flow());
        if (request.method().equals(SipMethod.BYE)) {
            bye(transaction);
        } else if (leg.state().over()) {
            context.count(SipCoreCounter.UNKNOWN_DIALOGS);
            refuse(transaction, Refusal.of(481));
        } else {
            inSession(transaction);
        }
    }

    private void inSession(ServerTransaction transaction) {
        switch (transaction.request().method().name()) {
            case "INVITE" -> invite(transaction);
            case "UPDATE" -> update(transaction);
            case "INFO" -> info(transaction);
            case "OPTIONS" -> leg.respond(transaction, context.capabilities(transaction.request(), null));
            case "REFER" -> leg.services().onRefer(transaction);
            case "NOTIFY" -> leg.services().onNotify(transaction);
            case "SUBSCRIBE" -> refuse(transaction, eventRefusal(transaction.request()));
            case "PRACK" -> acknowledged(transaction);
            default -> refuse(transaction, Refusal.with(501, "Allow", RequestScreening.ALLOW));
        }
    }

    /** The answer to NOTIFY outside a dialog and to SUBSCRIBE: no event package is served (RFC 6665 section 4.2.1). */
    static Refusal eventRefusal(SipRequest request) {
        String event = request.header("Event");
        boolean transfer = event != null
                && event.toLowerCase(Locale.ROOT).split(";")[0].strip().equals("refer");
        return transfer && request.method().equals(SipMethod.NOTIFY)
                ? Refusal.of(481, "Subscription Does Not Exist")
                : badEvent();
    }

    /** RFC 6665 section 8.3.2: a 489 says what would have been understood. */
    static Refusal badEvent() {
        return Refusal.with(489, "Allow-Events", "refer");
    }

    private void bye(ServerTransaction transaction) {
        leg.respond(
                transaction,
                context.answer(transaction.request(), 200, null, null).build());
        if (leg instanceof InboundLeg inbound) {
            inbound.onPeerBye(transaction.request());
        } else {
            leg.fire(
                    CallState.Event.PEER_BYE,
                    ReasonHeader.causeOf(SipEndCause.Kind.PEER_HUNG_UP, transaction.request()));
        }
    }

    private void invite(ServerTransaction transaction) {
        if (leg.ownRequests().inviteOpen()) {
            glare(transaction, Refusal.of(491));
        } else if (!leg.state().talking() || inviteOpen()) {
            glare(transaction, tryLater(context));
        } else {
            PendingOffer pending = offer(transaction);
            if (pending != null) {
                invite = pending;
                ask(pending, transaction.request());
                pending.trying();
            }
        }
    }

    private void update(ServerTransaction transaction) {
        SipRequest request = transaction.request();
        if (update != null && update.open()) {
            glare(transaction, tryLater(context));
            return;
        }
        if (request.body().length == 0) {
            Refusal refusal = context.screening().session(request, context.sessionTimers(leg.trunk()));
            if (refusal == null) {
                refreshOnly(transaction);
            } else {
                refuse(transaction, refusal);
            }
            return;
        }
        if (!leg.agreedWith(request)) {
            glare(transaction, leg.session().refusal() == 491 ? Refusal.of(491) : tryLater(context));
            return;
        }
        PendingOffer pending = offer(transaction);
        if (pending != null) {
            update = pending;
            ask(pending, request);
        }
    }

    /** An UPDATE without an offer: the target and the session timer, nothing else (RFC 4028 7.4). */
    private void refreshOnly(ServerTransaction transaction) {
        SipRequest request = transaction.request();
        leg.dialogOf(request).refreshTarget(request);
        SipResponse.Builder success = context.answer(request, 200, null, null)
                .header("Contact", leg.dialogOf(request).localContact())
                .header("Supported", RequestScreening.SUPPORTED);
        if (leg.state().talking()) {
            leg.agreeSessionTimer(request, success);
        }
        leg.respond(transaction, success.build());
    }

    /** Puts the offer of a request on the table, or refuses the request and returns null. */
    private PendingOffer offer(ServerTransaction transaction) {
        SipRequest request = transaction.request();
        Refusal refusal = context.screening().session(request, context.sessionTimers(leg.trunk()));
        if (refusal != null) {
            refuse(transaction, refusal);
            return null;
        }
        switch (leg.session().refusal()) {
            case 491 -> {
                glare(transaction, Refusal.of(491));
                return null;
            }
            case 500 -> {
                glare(transaction, tryLater(context));
                return null;
            }
            default -> {
                return new PendingOffer(leg, transaction, SdpBody.of(request));
            }
        }
    }

    private void ask(PendingOffer pending, SipRequest request) {
        byte[] sdp = SdpBody.of(request);
        boolean asked = context.shield(() -> {
            if (sdp == null) {
                leg.listener().onOfferRequested(pending);
            } else {
                leg.listener().onOffer(sdp, leg.session().unchanged(sdp), pending);
            }
        });
        if (!asked) {
            pending.refuse(Refusal.of(500));
        }
    }

    private void info(ServerTransaction transaction) {
        SipRequest request = transaction.request();
        if (request.header("Info-Package") != null) {
            refuse(transaction, new Refusal(469, "Bad Info Package", List.of(new SipHeader("Recv-Info", ""))));
            return;
        }
        if (request.body().length > 0 && !DtmfBody.carriedBy(request)) {
            refuse(transaction, Refusal.with(415, "Accept", DtmfBody.ACCEPT));
            return;
        }
        DtmfBody digit = request.body().length == 0 ? null : DtmfBody.of(request);
        if (request.body().length > 0 && digit == null) {
            refuse(transaction, Refusal.of(400, "Body holds no digit"));
            return;
        }
        leg.respond(transaction, context.answer(request, 200, null, null).build());
        if (digit != null && pressed(digit) && digit.digit() != DtmfBody.FLASH) {
            context.shield(() -> leg.listener().onDigit(digit.digit(), digit.durationMs()));
        }
    }

    /** A key that has been said to go down was pressed then, not when it goes up. */
    private boolean pressed(DtmfBody key) {
        boolean known = key.phase() == DtmfBody.Phase.END && key.digit() == down;
        down = key.phase() == DtmfBody.Phase.BEGIN ? key.digit() : NO_KEY;
        return !known;
    }

    /** RFC 3262 section 3: 481 where nothing waits for it. An offer in it is refused: our answer is on its way, or final. */
    private void acknowledged(ServerTransaction transaction) {
        SipRequest prack = transaction.request();
        if (!(leg instanceof InboundLeg inbound) || !inbound.provisionals().awaits(prack)) {
            refuse(transaction, Refusal.of(481));
            return;
        }
        leg.respond(
                transaction,
                prack.body().length == 0
                        ? context.answer(prack, 200, null, null).build()
                        : context.answer(prack, Refusal.of(488), null));
        inbound.onPrack();
    }

    private void glare(ServerTransaction transaction, Refusal refusal) {
        context.count(SipCoreCounter.OFFERS_REFUSED_BY_GLARE);
        refuse(transaction, refusal);
    }

    private void refuse(ServerTransaction transaction, Refusal refusal) {
        leg.respond(transaction, context.answer(transaction.request(), refusal, null));
    }
}
