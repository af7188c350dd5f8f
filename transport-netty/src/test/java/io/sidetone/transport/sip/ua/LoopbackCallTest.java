package io.sidetone.transport.sip.ua;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.endpoint.ListeningPoint;
import io.sidetone.transport.sip.endpoint.NamedAddress;
import io.sidetone.transport.sip.endpoint.SipTls;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.endpoint.TlsRig;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Written;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two user agents talk over real sockets: set-up, hold, hang-up. */
class LoopbackCallTest {
    @TempDir
    private Path folder;

    private static final byte[] HOLD = UaBench.sdp("203.0.113.5", 2, "sendonly");

    /** Answers every call and every offer. */
    private static final class Callee implements SipUserAgentListener, SipCallListener {
        final List<String> heard = new CopyOnWriteArrayList<>();
        final CompletableFuture<SipEndCause> ended = new CompletableFuture<>();

        volatile SipUri contact;

        @Override
        public void onInvite(IncomingCall call, long nowNs) {
            contact = Written.address(call.header("Contact")).uri();
            call.listener(this);
            call.ringing();
            call.answer(UaBench.ANSWER);
        }

        @Override
        public void onAck(byte[] sdp) {
            heard.add("ack");
        }

        @Override
        public void onOffer(byte[] sdp, boolean unchanged, OfferReply reply) {
            heard.add("offer");
            reply.accept(UaBench.ANSWER);
        }

        @Override
        public void onEnded(SipEndCause cause) {
            ended.complete(cause);
        }
    }

    @ParameterizedTest
    @EnumSource(SipTransport.class)
    void shouldCallHoldAndHangUp(SipTransport transport) throws Exception {
        Callee callee = new Callee();
        CompletableFuture<byte[]> answered = new CompletableFuture<>();
        CompletableFuture<byte[]> held = new CompletableFuture<>();
        InetSocketAddress here = new InetSocketAddress("127.0.0.1", 0);
        List<ListeningPoint> points = List.of(new ListeningPoint(transport, here));
        SipTls tls = transport.encrypted() ? new TlsRig(folder).of("agent.example.com") : SipTls.NONE;
        try (SocketAgent server = new SocketAgent(points, tls, callee, 1);
                SocketAgent phone = new SocketAgent(points, tls, (call, nowNs) -> call.reject(486, null), 2)) {
            int port = server.endpoint.local().getPort();
            SipUri target = transport.encrypted()
                    ? SipUri.sips("agent", "agent.example.com", port)
                    : SipUri.sip("agent", "127.0.0.1", port);
            OutgoingCall call = phone.onLoop(() -> phone.agent.call(
                    OutgoingCallRequest.of(
                            target,
                            Written.address("<sip:phone@127.0.0.1>"),
                            phone.endpoint.connect(transport, NamedAddress.of(target.host(), here.getAddress(), port)),
                            UaBench.OFFER),
                    new SipCallListener() {
                        @Override
                        public void onAnswered(byte[] sdp) {
                            answered.complete(sdp);
                        }

                        @Override
                        public void onAnswer(byte[] sdp) {
                            held.complete(sdp);
                        }
                    }));
            assertThat(answered.get(10, TimeUnit.SECONDS)).isEqualTo(UaBench.ANSWER);
            String contact = callee.contact.toString();
            assertThat(contact).startsWith(transport.encrypted() ? "sips:sidetone@" : "sip:sidetone@");
            assertThat(contact.contains("transport=tcp")).isEqualTo(transport == SipTransport.TCP);
            assertThat(phone.onLoop(() -> call.offer(HOLD))).isTrue();
            assertThat(held.get(10, TimeUnit.SECONDS)).isEqualTo(UaBench.ANSWER);
            phone.onLoop(() -> {
                call.hangUp("done");
                return null;
            });

            SipEndCause cause = callee.ended.get(10, TimeUnit.SECONDS);
            assertThat(cause).isEqualTo(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 16, "done"));
            assertThat(callee.heard).containsExactly("ack", "offer");
            assertThat(server.onLoop(server.agent::calls)).isZero();
            assertThat(server.count(SipCoreCounter.ILLEGAL_TRANSACTION_EVENTS)).isZero();
            assertThat(server.count(SipCoreCounter.ILLEGAL_CALL_EVENTS)).isZero();
        }
    }
}
