package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.SipEncoder;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import java.util.Objects;

/**
 * One request of a peer and our answers to it (RFC 3261 17.2, RFC 6026). Retransmitted requests are answered here and
 * never reach the transaction user. SIP event loop only.
 */
public final class ServerTransaction {
    private final TransactionLayer layer;
    private final TransactionEngine.Context context;
    private final TransactionKey key;
    private final TransactionKey.Merge mergeKey;
    private final SipRequest request;
    private final SipFlow flow;
    private final ResponseRoute route;
    private final TransactionEngine<?> engine;
    private ServerTransactionListener listener = ServerTransactionListener.NONE;
    private SipRequest ack;
    private String answeredToTag;
    private boolean answered;

    ServerTransaction(
            TransactionLayer layer,
            TransactionEngine.Context context,
            TransactionKey key,
            TransactionKey.Merge mergeKey,
            SipRequest request,
            SipFlow flow,
            ResponseRoute route) {
        this.layer = layer;
        this.context = context;
        this.key = key;
        this.mergeKey = mergeKey;
        this.request = request;
        this.flow = flow;
        this.route = route;
        boolean reliable = flow.transport().isReliable();
        this.engine = request.method().equals(SipMethod.INVITE)
                ? new TransactionEngine<>(
                        InviteServerMachine.TABLE,
                        InviteServerMachine.State.PROCEEDING,
                        InviteServerMachine.State.TERMINATED,
                        reliable,
                        context,
                        new Network())
                : new TransactionEngine<>(
                        NonInviteServerMachine.TABLE,
                        NonInviteServerMachine.State.TRYING,
                        NonInviteServerMachine.State.TERMINATED,
                        reliable,
                        context,
                        new Network());
    }

    /** Returns the request, with received and rport of its top Via filled in. */
    public SipRequest request() {
        return request;
    }

    /** Returns the flow the request came on. */
    public SipFlow flow() {
        return flow;
    }

    /** Returns whether the final response has been given. */
    public boolean answered() {
        return answered;
    }

    /** Returns whether the transaction has ended: nothing more can be sent through it. */
    public boolean terminated() {
        return engine.over();
    }

    /** Sets who hears of CANCEL, late ACK, and failures; there is one listener. */
    public void listener(ServerTransactionListener newListener) {
        listener = Objects.requireNonNull(newListener, "listener");
    }

    /**
     * Sends a response. Illegal ones (a second final response, anything after the end) are counted and dropped. A 2xx to
     * INVITE may be given again and again: its repetition is the transaction user's (RFC 3261 13.3.1.4).
     *
     * @return whether the response was legal in this state
     */
    public boolean respond(SipResponse response) {
        int status = response.statusCode();
        boolean legal = engine.fire(TransactionEvent.ofStatus(status), SipEncoder.encode(response));
        if (legal && status >= 200 && !answered) {
            answered = true;
            layer.onAnswered(this);
            if (status >= 300) {
                layer.onRefused(request, flow, response, listener);
            }
        }
        if (legal && status > 100) {
            answeredToTag = response.to().tag();
        }
        return legal;
    }

    ServerTransactionListener listener() {
        return listener;
    }

    TransactionKey key() {
        return key;
    }

    TransactionKey.Merge mergeKey() {
        return mergeKey;
    }

    Enum<?> state() {
        return engine.state();
    }

    void onRetransmission() {
        engine.fire(TransactionEvent.REQUEST);
    }

    /** Takes an ACK with this transaction's key; false when RFC 2543 matching says it belongs to another. */
    boolean onAck(SipRequest received) {
        if (!received.topVia().hasRfc3261Branch()
                && answeredToTag != null
                && !answeredToTag.equals(received.to().tag())) {
            return false;
        }
        ack = received;
        engine.fire(TransactionEvent.ACK);
        ack = null;
        return true;
    }

    /** Things that the engine needs of this side. */
    private final class Network implements TransactionEngine.Owner {
        @Override
        public boolean transmit(byte[] message) {
            return route.send(message);
        }

        @Override
        public boolean transmitAck() {
            throw new IllegalStateException("a server transaction sends no ACK; its table must not ask for one");
        }

        @Override
        public void deliver() {
            SipRequest received = ack;
            context.shield(() -> listener.onAck(received, context.nowNs()));
        }

        @Override
        public void reportTimeout() {
            context.shield(() -> listener.onTimeout(ServerTransaction.this, context.nowNs()));
        }

        @Override
        public void reportUnsent() {
            context.shieldLater(() -> listener.onUnsent(ServerTransaction.this, context.nowNs()));
        }

        @Override
        public void onTerminated() {
            layer.onTerminated(ServerTransaction.this);
        }
    }
}
