package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.service.Referral;
import io.sidetone.transport.sip.transaction.FakeFlow;
import io.sidetone.transport.sip.transaction.FakeSipScheduler;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipTimers;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import io.sidetone.transport.sip.transaction.TransactionLimits;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A user agent on event time, with an application that writes everything down. */
final class UaBench implements SipUserAgentListener {
    static final byte[] OFFER = sdp("198.51.100.7", 1, "sendrecv");
    static final byte[] ANSWER = sdp("203.0.113.5", 1, "sendrecv");

    final FakeSipScheduler scheduler = new FakeSipScheduler();
    final SingleWriterCounters<SipCoreCounter> counters = new SingleWriterCounters<>(SipCoreCounter.class);
    final FakeFlow udp = new FakeFlow(SipTransport.UDP, "198.51.100.7", 5060);
    final FakeFlow tcp = new FakeFlow(SipTransport.TCP, "198.51.100.7", 40_000);
    final Map<InetSocketAddress, FakeFlow> opened = new LinkedHashMap<>();
    final List<IncomingCall> calls = new ArrayList<>();
    final List<Heard> heard = new ArrayList<>();
    final TransactionLayer layer;
    final SipUserAgent agent;
    RuntimeException mistake;
    boolean refuseToOpen;
    int retryAfterSeconds;
    final List<RefusedInvite> refused = new ArrayList<>();

    /** Status with which the application refuses calls at once; 0 for none. */
    int declines;

    UaBench() {
        this(SipUserAgentSettings.DEFAULT);
    }

    UaBench(SipUserAgentSettings settings) {
        SipTokens tokens = new SipTokens(new Random(11));
        layer = new TransactionLayer(
                scheduler, SipTimers.RFC_3261, TransactionLimits.DEFAULT, tokens, counters, this::open);
        agent = new SipUserAgent(layer, scheduler, tokens, counters, this::open, settings, this);
    }

    static byte[] sdp(String host, int version, String direction) {
        return ("v=0\r\no=- 7 " + version + " IN IP4 " + host + "\r\ns=-\r\nc=IN IP4 " + host
                        + "\r\nt=0 0\r\nm=audio 40000 RTP/AVP 0 101\r\na=" + direction + "\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    SipFlow open(SipTransport transport, InetSocketAddress remote) {
        FakeFlow flow = opened.computeIfAbsent(
                remote, r -> new FakeFlow(transport, r.getAddress().getHostAddress(), r.getPort()));
        if (refuseToOpen) {
            flow.close();
        }
        return flow;
    }

    void receive(SipMessage message, FakeFlow flow) {
        layer.onMessage(message, flow, scheduler.nowNs());
    }

    long count(SipCoreCounter counter) {
        return counters.value(counter);
    }

    IncomingCall call() {
        assertThat(calls).hasSize(1);
        return calls.get(0);
    }

    Heard heard() {
        assertThat(heard).hasSize(1);
        return heard.get(0);
    }

    /** Asserts that nothing at all is left: no call, no dialog, no transaction, no timer. */
    void assertEmpty() {
        assertThat(agent.calls()).as("calls").isZero();
        assertThat(agent.dialogs()).as("dialogs").isZero();
        assertThat(layer.serverTransactions()).as("server transactions").isZero();
        assertThat(layer.clientTransactions()).as("client transactions").isZero();
        assertThat(layer.halfOpenSources()).as("half-open sources").isZero();
        assertThat(layer.mergeCandidates()).as("merge candidates").isZero();
        assertThat(scheduler.pending()).as("timers").isZero();
        assertThat(udp.dialogs() + tcp.dialogs())
                .as("dialogs on flows of peers")
                .isZero();
        assertThat(opened.values()).as("dialogs on flows of ours").allMatch(flow -> flow.dialogs() == 0);
    }

    @Override
    public void onInvite(IncomingCall call, long nowNs) {
        calls.add(call);
        if (declines > 0) {
            call.reject(declines, null, new SipHeader("Warning", "399 here \"it is not wanted\""));
            return;
        }
        Heard stt = new Heard();
        heard.add(stt);
        call.listener(stt);
        if (mistake != null) {
            throw mistake;
        }
    }

    @Override
    public void onRefused(RefusedInvite invite) {
        refused.add(invite);
    }

    @Override
    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }

    /** Takes the oldest message sent on a flow and expects a response with this status. */
    static SipResponse response(FakeFlow flow, int status) {
        assertThat(flow.sent()).as("nothing was sent").isNotEmpty();
        SipMessage first = flow.sent().remove(0);
        assertThat(first).isInstanceOf(SipResponse.class);
        SipResponse response = (SipResponse) first;
        assertThat(response.statusCode()).isEqualTo(status);
        return response;
    }

    /** Takes the oldest message sent on a flow and expects a request with this method. */
    static SipRequest request(FakeFlow flow, String method) {
        assertThat(flow.sent()).as("nothing was sent").isNotEmpty();
        SipMessage first = flow.sent().remove(0);
        assertThat(first).isInstanceOf(SipRequest.class);
        assertThat(((SipRequest) first).method().name()).isEqualTo(method);
        return (SipRequest) first;
    }

    /** A call listener that writes down what it hears. */
    static final class Heard implements SipCallListener {
        final List<String> events = new ArrayList<>();
        final List<OfferReply> replies = new ArrayList<>();
        final List<Referral> referrals = new ArrayList<>();
        byte[] lastSdp;
        byte[] replyAtOnce;
        SipEndCause end;
        RuntimeException mistake;
        boolean mayOffer = true;

        private void hear(String event, byte[] sdp) {
            if (end != null) {
                throw new AssertionError(event + " after the end");
            }
            events.add(event);
            if (sdp != null) {
                lastSdp = sdp;
            }
        }

        @Override
        public void onAck(byte[] sdp) {
            hear(sdp == null ? "ack" : "ack with answer", sdp);
        }

        @Override
        public void onProgress(int status, byte[] sdp) {
            hear("progress " + status + (sdp == null ? "" : " with sdp"), sdp);
        }

        @Override
        public void onAnswered(byte[] sdp) {
            hear("answered", sdp);
        }

        @Override
        public void onOffer(byte[] sdp, boolean unchanged, OfferReply reply) {
            hear(unchanged ? "same offer" : "offer", sdp);
            replies.add(reply);
            if (mistake != null) {
                throw mistake;
            }
            if (replyAtOnce != null) {
                reply.accept(replyAtOnce);
            }
        }

        @Override
        public void onOfferRequested(OfferReply reply) {
            hear("offer requested", null);
            replies.add(reply);
            if (replyAtOnce != null) {
                reply.accept(replyAtOnce);
            }
        }

        @Override
        public void onAnswer(byte[] sdp) {
            hear("answer", sdp);
        }

        @Override
        public void onOfferFailed(int status) {
            hear("offer failed " + status, null);
        }

        @Override
        public boolean mayOffer() {
            return mayOffer;
        }

        @Override
        public void onDigit(char digit, int durationMs) {
            hear("digit " + digit + " " + durationMs, null);
        }

        @Override
        public void onTransfer(int status, boolean last) {
            hear("transfer " + status + (last ? " last" : ""), null);
        }

        @Override
        public void onRefer(Referral referral) {
            hear(
                    "refer " + referral.target() + " by " + referral.referredBy()
                            + (referral.replaces() == null ? "" : " replacing " + referral.replaces()),
                    null);
            referrals.add(referral);
            if (mistake != null) {
                throw mistake;
            }
        }

        @Override
        public void onDigitsSent(int status) {
            hear("digits " + status, null);
        }

        @Override
        public void onCancelled() {
            hear("cancelled", null);
        }

        @Override
        public void onEnded(SipEndCause cause) {
            hear("ended " + cause.kind(), null);
            end = cause;
        }
    }
}
