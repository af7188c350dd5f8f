package io.sidetone.transport.sip.transaction;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.SipEncoder;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;

/**
 * One request of ours and the peer's answers to it (RFC 3261 17.1, RFC 6026). SIP event loop only.
 *
 * <p>The ACK of a non-2xx final response is sent here; the ACK of a 2xx is the transaction user's.
 */
public final class ClientTransaction {
    private final TransactionLayer layer;
    private final TransactionEngine.Context context;
    private final TransactionKey key;
    private final SipRequest request;
    private final SipFlow flow;
    private final ClientTransactionListener listener;
    private final TransactionEngine<?> engine;
    private SipResponse response;

    ClientTransaction(
            TransactionLayer layer,
            TransactionEngine.Context context,
            SipRequest request,
            SipFlow flow,
            ClientTransactionListener listener) {
        this.layer = layer;
        this.context = context;
        this.key = TransactionKey.ofOwn(request);
        this.request = request;
        this.flow = flow;
        this.listener = listener;
        boolean reliable = flow.transport().isReliable();
        this.engine = invite()
                ? new TransactionEngine<>(
                        InviteClientMachine.TABLE,
                        InviteClientMachine.State.CALLING,
                        InviteClientMachine.State.TERMINATED,
                        reliable,
                        context,
                        new Network())
                : new TransactionEngine<>(
                        NonInviteClientMachine.TABLE,
                        NonInviteClientMachine.State.TRYING,
                        NonInviteClientMachine.State.TERMINATED,
                        reliable,
                        context,
                        new Network());
    }

    /** Returns the request as sent. */
    public SipRequest request() {
        return request;
    }

    /** Returns the flow the request was sent on. */
    public SipFlow flow() {
        return flow;
    }

    /** Returns whether the transaction has ended. */
    public boolean terminated() {
        return engine.over();
    }

    /** Ends a transaction that got no final response; one that got its final response ends by itself. */
    public void abandon() {
        engine.fire(TransactionEvent.ABANDON);
    }

    TransactionKey key() {
        return key;
    }

    void begin() {
        byte[] bytes = SipEncoder.encode(request);
        if (invite()) {
            engine.begin(bytes, SipTimer.A, SipTimer.B);
        } else {
            engine.begin(bytes, SipTimer.E, SipTimer.F);
        }
    }

    /** Fails: the layer is full, or the flow closed before it carried an answer. */
    void fail() {
        engine.fire(TransactionEvent.TRANSPORT_ERROR);
    }

    /** The flow closed; a transaction that still waits for its first answer, or repeats its request, cannot go on. */
    void onFlowClosed() {
        if (engine.state() != InviteClientMachine.State.PROCEEDING
                && engine.state() != InviteClientMachine.State.ACCEPTED) {
            fail();
        }
    }

    void onResponse(SipResponse received) {
        response = received;
        engine.fire(TransactionEvent.ofStatus(received.statusCode()));
        response = null;
    }

    private boolean invite() {
        return request.method().equals(SipMethod.INVITE);
    }

    /** The ACK of RFC 3261 17.1.1.3: the INVITE's Request-URI, top Via, Route and CSeq number; the response's To. */
    private SipRequest ackOf(SipResponse answer) {
        SipRequest.Builder ack = SipRequest.builder(SipMethod.ACK, request.requestUri())
                .header("Via", request.topVia().toString())
                .header("Max-Forwards", "70")
                .header("From", request.from().toString())
                .header("To", answer.to().toString())
                .header("Call-ID", request.callId())
                .header("CSeq", request.cseq().number() + " ACK");
        for (SipHeader header : request.headers()) {
            if (header.is("Route")) {
                ack.header("Route", header.value());
            }
        }
        return ack.build();
    }

    /** Things that the engine needs of this side. */
    private final class Network implements TransactionEngine.Owner {
        private boolean put(byte[] message) {
            if (!flow.isOpen()) {
                return false;
            }
            flow.send(message);
            return true;
        }

        @Override
        public boolean transmit(byte[] message) {
            return put(message);
        }

        @Override
        public boolean transmitAck() {
            return put(SipEncoder.encode(ackOf(response)));
        }

        @Override
        public void deliver() {
            SipResponse received = response;
            context.shield(() -> listener.onResponse(ClientTransaction.this, received, context.nowNs()));
        }

        @Override
        public void reportTimeout() {
            context.shield(() -> listener.onTimeout(ClientTransaction.this, context.nowNs()));
        }

        @Override
        public void reportUnsent() {
            context.shieldLater(() -> listener.onUnsent(ClientTransaction.this, context.nowNs()));
        }

        @Override
        public void onTerminated() {
            layer.onTerminated(ClientTransaction.this);
        }
    }
}
