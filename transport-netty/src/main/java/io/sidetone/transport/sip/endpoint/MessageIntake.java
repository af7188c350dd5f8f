package io.sidetone.transport.sip.endpoint;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.message.SipLimits;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipParseException;
import io.sidetone.transport.sip.message.SipParser;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipRule;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.source.SourceRateLimiter;
import java.net.InetSocketAddress;

/**
 * From one framed message to the listener, the same for datagrams and streams: sniff, rate, parse, mark the topmost Via,
 * or answer what cannot be parsed. One thread.
 */
final class MessageIntake {
    private final SipMessageListener listener;
    private final SingleWriterCounters<SipCounter> counters;
    private final SparseLog log;
    private final SourceRateLimiter inviteRate;
    private final SourceRateLimiter trunkInviteRate;
    private final long seed;

    /**
     * Creates the intake.
     *
     * @param inviteRate INVITE of sources that are no trunk
     * @param trunkInviteRate INVITE of the sources of trunks
     */
    MessageIntake(
            SipMessageListener listener,
            SingleWriterCounters<SipCounter> counters,
            SparseLog log,
            SourceRateLimiter inviteRate,
            SourceRateLimiter trunkInviteRate,
            long seed) {
        this.listener = listener;
        this.counters = counters;
        this.log = log;
        this.inviteRate = inviteRate;
        this.trunkInviteRate = trunkInviteRate;
        this.seed = seed;
    }

    /** Takes one message; the bytes may be reused afterwards. */
    void receive(byte[] bytes, int offset, int length, SipLimits limits, EndpointFlow flow, long nowNs) {
        StartLineSniffer.Kind kind = StartLineSniffer.sniff(bytes, offset, length);
        if (kind == StartLineSniffer.Kind.NOT_SIP) {
            refuse(SipCounter.NOT_SIP, "first line without SIP version", flow, nowNs);
            return;
        }
        if (kind == StartLineSniffer.Kind.INVITE && !mayInvite(flow, nowNs)) {
            refuse(SipCounter.INVITE_RATE_REFUSED, "dropped", flow, nowNs);
            return;
        }
        flow.show(false, bytes, offset, length);
        SipMessage message;
        try {
            message = SipParser.parse(bytes, offset, length, limits);
        } catch (SipParseException problem) {
            unparseable(problem, bytes, offset, length, flow, nowNs);
            return;
        }
        if (message instanceof SipRequest request) {
            counters.increment(SipCounter.REQUESTS_IN);
            SipRequest marked = request.withTopVia(request.topVia().withReceived(flow.source()));
            deliver(marked, flow.answering(request.topVia()), nowNs);
        } else {
            counters.increment(SipCounter.RESPONSES_IN);
            deliver(message, flow, nowNs);
        }
    }

    /** Trunks may send far more than others, this machine as much as it likes. */
    private boolean mayInvite(EndpointFlow flow, long nowNs) {
        return switch (flow.admission().kind()) {
            case LOOPBACK -> true;
            case TRUNK -> trunkInviteRate.tryTake(flow.source().getAddress(), nowNs);
            case ANYONE, STRANGER, REFUSED -> inviteRate.tryTake(flow.source().getAddress(), nowNs);
        };
    }

    /** Counts and answers a message that is none; also called by a framer that lost the boundaries. */
    void unparseable(SipParseException problem, byte[] bytes, int offset, int length, EndpointFlow flow, long nowNs) {
        boolean oversize = problem.rule() == SipRule.MESSAGE_TOO_LARGE;
        refuse(oversize ? SipCounter.OVERSIZE : SipCounter.PARSE_REFUSED, problem.getMessage(), flow, nowNs);
        EndpointFlow back = flow;
        if (problem.statusCode() > 0 && flow.admission().kind() != SourcePolicy.Kind.STRANGER) {
            InetSocketAddress source = flow.source();
            StatelessAnswer answer = StatelessAnswer.of(bytes, offset, length, problem, source, seed);
            if (answer != null) {
                back = answer.topVia() == null ? flow : flow.answering(answer.topVia());
                counters.increment(SipCounter.STATELESS_ANSWERS_OUT);
                back.send(answer.bytes());
            }
        }
        try {
            listener.onUnparseable(problem, back, nowNs);
        } catch (RuntimeException e) {
            failed(e, flow, nowNs);
        }
    }

    /** The connection cannot be read any more, and is closed next. */
    void failing(SipFlow flow, long nowNs) {
        try {
            listener.onFlowFailing(flow, nowNs);
        } catch (RuntimeException e) {
            failed(e, flow, nowNs);
        }
    }

    void closed(SipFlow flow, long nowNs) {
        try {
            listener.onFlowClosed(flow, nowNs);
        } catch (RuntimeException e) {
            failed(e, flow, nowNs);
        }
    }

    void refuse(SipCounter counter, String detail, SipFlow flow, long nowNs) {
        counters.increment(counter);
        if (log.due(counter, nowNs)) {
            log.say(counter, detail + " (" + flow.transport() + " from " + flow.source() + ")", nowNs);
        }
    }

    private void deliver(SipMessage message, EndpointFlow flow, long nowNs) {
        try {
            listener.onMessage(message, flow, nowNs);
        } catch (RuntimeException e) {
            failed(e, flow, nowNs);
        }
    }

    private void failed(RuntimeException e, SipFlow flow, long nowNs) {
        StackTraceElement[] stack = e.getStackTrace();
        refuse(SipCounter.LISTENER_FAILED, e + (stack.length == 0 ? "" : " at " + stack[0]), flow, nowNs);
    }
}
