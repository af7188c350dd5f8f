package io.sidetone.transport.ws;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers what it is told and remembers its connections. */
final class EchoProtocol implements WsProtocol {
    static final int MAX_BYTES = 65_536;

    final List<Session> sessions = new CopyOnWriteArrayList<>();
    final AtomicInteger closed = new AtomicInteger();
    final int firstMessageMs;
    volatile String token;
    volatile WsProof proof = WsProof.given();

    EchoProtocol(int firstMessageMs) {
        this.firstMessageMs = firstMessageMs;
    }

    @Override
    public WsDecision admit(WsHandshake handshake) {
        String wanted = token;
        if (wanted != null && handshake.queryValue("token") == null) {
            return WsDecision.refuse(401, "token is missing; POST /api/tokens makes one");
        }
        if (wanted != null && !wanted.equals(handshake.queryValue("token"))) {
            return WsDecision.refuse(403, "token is wrong or used up; POST /api/tokens makes one");
        }
        if (handshake.queryValue("defect") != null) {
            throw new IllegalStateException("a defect in admit");
        }
        Session session = new Session();
        return new WsDecision.Accept(session, null, MAX_BYTES, firstMessageMs, proof);
    }

    final class Session implements WsSession {
        volatile WsOutput out;
        volatile int opened;
        volatile int closedTimes;
        volatile int writable;
        volatile boolean begun = true;
        final List<String> texts = new CopyOnWriteArrayList<>();

        @Override
        public void opened(WsOutput output, long nowNs) {
            out = output;
            opened++;
            sessions.add(this);
        }

        @Override
        public void text(ByteBuf message, long nowNs) {
            String text = message.toString(StandardCharsets.UTF_8);
            if (text.equals("defect")) {
                throw new IllegalStateException("a defect in a session");
            }
            texts.add(text.length() > 100 ? text.length() + " bytes" : text);
            out.text(text);
        }

        @Override
        public void binary(ByteBuf message, long nowNs) {
            texts.add("binary " + message.readableBytes());
            out.text("binary " + message.readableBytes());
        }

        @Override
        public void writable(long nowNs) {
            writable++;
        }

        @Override
        public boolean begun() {
            return begun;
        }

        @Override
        public void closed(long nowNs) {
            closedTimes++;
            closed.incrementAndGet();
        }
    }
}
