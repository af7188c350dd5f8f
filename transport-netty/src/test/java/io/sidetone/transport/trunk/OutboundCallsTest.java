package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.dial.DialPlan;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.SipTarget;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.sdp.SessionDescription;
import io.sidetone.transport.sip.ua.OutgoingCallRequest;
import io.sidetone.transport.sip.ua.SipEndCause;
import io.sidetone.transport.trunk.link.CallerIdentity;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutboundCallsTest extends TrunkRig {
    private static final SipUri TARGET = SipUri.of("sip:+4930@carrier.example");
    private static final SipUri ELSEWHERE = SipUri.of("sip:+4940@carrier.example");

    private final FakeWay way = new FakeWay();
    private OutboundCalls outbound;

    @BeforeEach
    void reach() {
        way.servers = List.of(server("127.0.0.1"), server("127.0.0.2"));
        outbound = trunk.reaches(way);
    }

    private static SipTarget server(String address) {
        return new SipTarget(SipTransport.UDP, new InetSocketAddress(address, 5060));
    }

    private CallRecord place(boolean earlyMedia, int redirects) throws Exception {
        OutboundOrder order = new OutboundOrder(
                "carrier",
                TARGET,
                "+49555",
                List.of(),
                CallFacts.NONE,
                TimeUnit.MINUTES.toNanos(1),
                earlyMedia,
                redirects,
                ELSEWHERE::equals,
                new DialPlan(false, false, ""),
                LegListener.NONE);
        String id = outbound.place(order, plan).toCompletableFuture().get(20, TimeUnit.SECONDS);
        until("an INVITE", () -> !way.requests.isEmpty() || way.servers.isEmpty());
        CallRecord call = calls.get(calls.size() - 1);
        assertThat(call.setup().who().callId()).isEqualTo(id);
        return call;
    }

    private void happens(Runnable event) throws Exception {
        onSip(event);
    }

    private void ends(SipEndCause.Kind kind, int status) throws Exception {
        happens(() -> way.listener.onEnded(new SipEndCause(kind, status, "")));
    }

    private byte[] answer() {
        return goodOffer().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldDialAsWhomItIsToldAndSpeakWhenItIsAnswered() throws Exception {
        CallRecord call = place(false, 0);
        OutgoingCallRequest request = way.requests.get(0);
        assertThat(request.target()).isEqualTo(TARGET);
        assertThat(request.headers()).isEmpty();
        assertThat(request.from().uri()).hasToString("sip:+49555@carrier.example");
        assertThat(request.callId()).isEqualTo(call.setup().who().callId());
        assertThat(receive()).as("a packet before the answer").isEqualTo(-1);
        happens(() -> way.listener.onAnswered(answer()));
        until("our voice", () -> {
            try {
                return receive() == 0;
            } catch (Exception closed) {
                return false;
            }
        });
        ends(SipEndCause.Kind.PEER_HUNG_UP, 0);
        until("the end", () -> call.endCause() == EndCause.CALLEE_HUNG_UP);
    }

    /** Carriers that want more than From to say who calls, or to be reached by way of a proxy. */
    @Test
    void shouldSayWhoCallsAsTheTrunkWantsIt() throws Exception {
        way.identity = CallerIdentity.PREFERRED;
        way.proxy = SipUri.of("sip:proxy.example;transport=tcp");
        place(false, 0);
        assertThat(way.requests.get(0).headers())
                .contains(
                        new SipHeader("P-Preferred-Identity", "<sip:+49555@carrier.example>"),
                        new SipHeader("Route", "<sip:proxy.example;transport=tcp;lr>"));
    }

    @Test
    void shouldOfferAllThatTheTrunkAllowsAndConvertWhatIsAnsweredOtherwise() throws Exception {
        CallRecord call = place(false, 0);
        SessionDescription offer = SessionDescription.parse(way.requests.get(0).offer());
        assertThat(offer.media().get(0).formats()).startsWith("9", "0", "8");
        assertThat(call.setup().line().media().sampleRateHz()).isEqualTo(16_000);
        happens(() -> way.listener.onAnswered(answer()));
        until("our voice in PCMU", () -> {
            try {
                return receive() == 0;
            } catch (Exception closed) {
                return false;
            }
        });
    }

    @Test
    void shouldTryTheNextServerWhenOneIsSilentOrUnavailable() throws Exception {
        CallRecord call = place(false, 0);
        ends(SipEndCause.Kind.NO_RESPONSE, 408);
        assertThat(way.requests).hasSize(2);
        assertThat(way.requests.get(1).flow().remote().getAddress().getHostAddress())
                .isEqualTo("127.0.0.2");
        assertThat(way.requests.get(1).callId()).isEqualTo(call.setup().who().callId() + "-2");
        ends(SipEndCause.Kind.REFUSED_BY_PEER, 503);
        until("the end", () -> call.endCause() == EndCause.UNREACHABLE);
        assertThat(way.requests).hasSize(2);
        assertThat(call.sipStatus()).isEqualTo(503);
    }

    @Test
    void shouldNotTryTheNextServerWhenTheNumberIsBusy() throws Exception {
        CallRecord call = place(false, 0);
        ends(SipEndCause.Kind.REFUSED_BY_PEER, 486);
        until("the end", () -> call.endCause() == EndCause.BUSY);
        assertThat(way.requests).hasSize(1);
    }

    @Test
    void shouldFollowRedirectionsAsOftenAsItMay() throws Exception {
        CallRecord call = place(false, 1);
        for (int i = 0; i < 2; i++) {
            happens(() -> way.listener.onRedirected(List.of(SipUri.of("sip:evil@192.0.2.1"), ELSEWHERE)));
            ends(SipEndCause.Kind.REFUSED_BY_PEER, 302);
        }
        until("the end", () -> call.endCause() == EndCause.REJECTED);
        assertThat(way.requests).extracting(OutgoingCallRequest::target).containsExactly(TARGET, ELSEWHERE);
    }

    @Test
    void shouldTakeEarlyMediaOnlyWhereItIsWanted() throws Exception {
        CallRecord call = place(true, 0);
        happens(() -> way.listener.onProgress(183, answer()));
        until("the session of the 183", () -> call.sipStatus() == 183);
        happens(() -> way.listener.onAnswered(answer()));
        until("the answer", () -> call.sipStatus() == 200);
        ends(SipEndCause.Kind.PEER_HUNG_UP, 0);
        until("the end", () -> call.endCause() != null);
        assertThat(call.endCause()).isEqualTo(EndCause.CALLEE_HUNG_UP);
    }

    @Test
    void shouldEndWhenNoServerIsFound() throws Exception {
        way.servers = List.of();
        CallRecord call = place(false, 0);
        until("the end", () -> call.endCause() == EndCause.UNREACHABLE);
        assertThat(way.requests).isEmpty();
    }

    @Test
    void shouldRefuseACallOfItsOwnThatComesBack() throws Exception {
        CallRecord call = place(false, 0);
        FakeIncomingCall back = new FakeIncomingCall(goodOffer(), "");
        back.callId = call.setup().who().callId();
        happens(() -> trunk.onInvite(back, System.nanoTime()));
        assertThat(back.did).containsExactly("482");
    }

    @Test
    void shouldSayWhenThereIsNoPlace() throws Exception {
        place(false, 0);
        OutboundOrder second = new OutboundOrder(
                "carrier",
                TARGET,
                "x",
                List.of(),
                CallFacts.NONE,
                1,
                false,
                0,
                uri -> false,
                new DialPlan(false, false, ""),
                LegListener.NONE);
        assertThat(outbound.place(second, plan).toCompletableFuture())
                .failsWithin(java.time.Duration.ofSeconds(20))
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withCauseInstanceOf(NoPlaceException.class);
    }
}
