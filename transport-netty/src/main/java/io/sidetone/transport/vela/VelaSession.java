package io.sidetone.transport.vela;

import io.netty.buffer.ByteBuf;
import io.sidetone.transport.stream.StreamOffer;
import io.sidetone.transport.ws.WsOutput;
import io.sidetone.transport.ws.WsSession;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** One connection: reads its messages and passes them to its session. Event loop of the connection only. */
final class VelaSession implements WsSession {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int BURST = 4 * VelaSettings.MESSAGES_PER_SECOND;

    private final VelaHost host;
    private final VelaReader reader;
    private final StreamOffer offer;
    private final boolean local;
    private WsOutput out;
    private VelaLink link;
    private VelaCall session;
    private long budget = BURST;
    private long budgetNs;

    VelaSession(VelaHost host, VelaReader reader, StreamOffer offer, boolean local) {
        this.host = host;
        this.reader = reader;
        this.offer = offer;
        this.local = local;
    }

    @Override
    public void opened(WsOutput output, long nowNs) {
        out = output;
        budgetNs = nowNs;
        link = new VelaLink(output);
        session = VelaCall.begin(host, offer, link, output.loop(), local);
    }

    @Override
    public void text(ByteBuf message, long nowNs) {
        if (flooded(nowNs)) {
            return;
        }
        try {
            VelaMessage read = reader.read(message);
            if (read instanceof VelaMessage.Start start && start.options().token() != null) {
                resume(start.options(), nowNs);
            } else {
                forward(to -> to.accept(read, nowNs));
            }
        } catch (BadVelaMessageException wrong) {
            forward(to -> to.bad(wrong));
        }
    }

    @Override
    public void binary(ByteBuf message, long nowNs) {
        if (!flooded(nowNs)) {
            BadVelaMessageException wrong = VelaReader.bad(
                    "binary messages are not used here; send audio as base64 in payload.chunk of input_audio.append");
            forward(to -> to.bad(wrong));
        }
    }

    /** A client that sends faster than anybody speaks or types is disconnected. */
    private boolean flooded(long nowNs) {
        long earned = (nowNs - budgetNs) * VelaSettings.MESSAGES_PER_SECOND / SECOND_NS;
        if (earned > 0) {
            budget = Math.min(BURST, budget + earned);
            budgetNs = nowNs;
        }
        if (budget > 0) {
            budget--;
            return false;
        }
        if (budget == 0) {
            budget = -1;
            host.counters().increment(VelaCounter.FLOOD);
            out.close(
                    WsOutput.POLICY_VIOLATION, "more than " + VelaSettings.MESSAGES_PER_SECOND + " messages a second");
        }
        return true;
    }

    /** Takes another session's place with its token; this connection's own is given up. */
    private void resume(SessionOptions options, long nowNs) {
        VelaCall requested = host.resumes().redeem(options.token());
        if (requested == null || requested.over()) {
            host.counters().increment(VelaCounter.RESUME_REFUSED);
            forward(to -> to.refuse(
                    "resume_failed",
                    "payload.resume.token is unknown, used, or its window is over; the session of this connection goes on",
                    false));
            return;
        }
        VelaCall own = session;
        if (requested != own) {
            forward(to -> to.abandon(nowNs));
        }
        session = requested;
        VelaLink mine = link;
        forward(to -> to.takeOver(mine, options, nowNs));
    }

    /** Does {@code step} on the session's loop, in order. */
    private void forward(Consumer<VelaCall> step) {
        VelaCall to = session;
        if (to.loop().inEventLoop()) {
            step.accept(to);
            return;
        }
        try {
            to.loop().execute(() -> step.accept(to));
        } catch (RejectedExecutionException gone) {
            out.close(WsOutput.GOING_AWAY, "the server is shutting down");
        }
    }

    @Override
    public void writable(long nowNs) {
        forward(VelaCall::writable);
    }

    @Override
    public void closed(long nowNs) {
        VelaLink mine = link;
        forward(to -> to.dropped(mine, nowNs));
    }
}
