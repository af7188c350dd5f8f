package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.dialog.RepeatedResponse;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.transaction.ServerTransaction;
import io.sidetone.transport.sip.transaction.SipTimers;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Provisional responses to one INVITE that the peer acknowledges by PRACK (RFC 3262 section 3): one at a time, each repeated
 * until its PRACK. SIP event loop only.
 */
final class ReliableProvisionals {
    private static final String INVITE = "INVITE";

    private final InboundLeg leg;
    private final ServerTransaction transaction;
    private final Runnable onSilence;
    private final Queue<Awaited> waiting = new ArrayDeque<>();
    private Awaited sent;
    private long number;
    private boolean stopped;

    /**
     * A response on its way.
     *
     * @param number its RSeq
     */
    private record Awaited(long number, RepeatedResponse response, SipResponse message) {}

    /**
     * Creates the responses to one INVITE.
     *
     * @param onSilence runs when the peer acknowledges nothing within 64·T1
     */
    ReliableProvisionals(InboundLeg leg, ServerTransaction transaction, Runnable onSilence) {
        this.leg = leg;
        this.transaction = transaction;
        this.onSilence = onSilence;
    }

    /** Sends a response as soon as the one before is acknowledged. */
    void send(SipResponse.Builder response) {
        number = number == 0 ? leg.context().tokens().firstCSeq() : number + 1;
        SipResponse message = response.header("Require", RequestScreening.RELIABLE)
                .header("RSeq", Long.toString(number))
                .build();
        SipTimers timers = leg.context().settings().timers();
        waiting.add(new Awaited(
                number,
                new RepeatedResponse(
                        transaction, message, leg.context().scheduler(), timers, timers.timeoutNs(), onSilence),
                message));
        next();
    }

    private void next() {
        if (sent == null && !stopped && !waiting.isEmpty()) {
            sent = waiting.remove();
            if (sent.response().begin()) {
                leg.record(sent.message(), true);
            }
        }
    }

    /** Returns whether a PRACK acknowledges the response that was sent last (RFC 3262 section 7.2). */
    boolean awaits(SipRequest prack) {
        String text = prack.header("RAck");
        String[] acknowledged = text == null ? new String[0] : text.strip().split("\\s+");
        return sent != null
                && acknowledged.length == 3
                && acknowledged[0].equals(Long.toString(sent.number()))
                && acknowledged[1].equals(Long.toString(leg.invite().cseq().number()))
                && acknowledged[2].equals(INVITE);
    }

    /** The response that was sent last is acknowledged: the next one may go. */
    void acknowledged() {
        sent.response().stop();
        sent = null;
        next();
    }

    /**
     * Returns whether something is not acknowledged yet. A 2xx waits for that: after a session description it has to, and
     * after anything else it would overtake.
     */
    boolean open() {
        return sent != null || !waiting.isEmpty();
    }

    /** The final response is given: nothing is repeated any more. */
    void stop() {
        stopped = true;
        waiting.clear();
        if (sent != null) {
            sent.response().stop();
        }
    }
}
