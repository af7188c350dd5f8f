package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.core.mock.MockBehaviour;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.rtp.RtpEndpoints;
import io.sidetone.transport.rtp.RtpLoop;
import io.sidetone.transport.rtp.RtpSettings;
import io.sidetone.transport.sip.endpoint.SourcePolicy;
import io.sidetone.transport.sip.ua.OfferReply;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** SIP call, media port and lane together, on real sockets; the signalling is played by the test. */
@Tag("CARD-08")
class SipTrunkTest {
    private static final long LIMIT_MS = 20_000;

    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private final List<CallRecord> calls = new CopyOnWriteArrayList<>();
    private EventLoops loops;
    private Lanes lanes;
    private SipTrunk trunk;
    private EventLoop sipLoop;
    private DatagramSocket phone;
    private volatile boolean routed = true;

    @BeforeEach
    void open() throws Exception {
        phone = new DatagramSocket(0, loopback);
        phone.setSoTimeout(500);
        loops = EventLoops.open(1, "trunk-test");
        lanes = new Lanes(new LaneSettings(1, 256, 1, WaitKind.BLOCKING), new Observer(), System::nanoTime);
        RtpEndpoints media = new RtpEndpoints(
                loops,
                RtpSettings.of(loopback, 24_000, 24_100),
                1,
                new Random(5),
                System::nanoTime,
                System.currentTimeMillis());
        for (RtpLoop loop : media.loops()) {
            lanes.register(0, loop.egress(0));
        }
        CallPlan plan = new CallPlan(
                "mock",
                new MockRecognizer(),
                new MockDialogue(MockBehaviour.DEFAULT, null),
                new MockSynthesizer(1),
                ActionInvoker.none(),
                TurnPolicy.DEFAULT,
                AlertThresholds.DEFAULT,
                0);
        trunk = new SipTrunk(
                lanes,
                media,
                (called, header) -> routed ? plan : null,
                SourcePolicy.loopbackOnly(),
                loopback,
                () -> 0,
                new Random(6),
                System::nanoTime,
                System::currentTimeMillis);
        sipLoop = loops.next();
        trunk.runsOn(sipLoop);
    }

    @AfterEach
    void close() {
        lanes.close();
        loops.close();
        phone.close();
    }

    private String offer(String media, String extra) {
        return "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n" + media + extra;
    }

    private String goodOffer() {
        return offer("m=audio " + phone.getLocalPort() + " RTP/AVP 0 101\r\n", "a=rtpmap:101 telephone-event/8000\r\n");
    }

    private FakeIncomingCall invite(String offer) {
        FakeIncomingCall sip = new FakeIncomingCall(offer, "");
        sipLoop.execute(() -> trunk.onInvite(sip, System.nanoTime()));
        return sip;
    }

    private void onSip(Runnable step) throws Exception {
        sipLoop.submit(step).get();
    }

    private static void until(String what, BooleanSupplier condition) throws Exception {
        long deadline = System.nanoTime() + LIMIT_MS * 1_000_000;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline)
                    .as(what + " did not happen")
                    .isNegative();
            Thread.sleep(5);
        }
    }

    /** Returns the next packet's payload type, or -1 when none comes. */
    private int receive() throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
        try {
            phone.receive(packet);
            return packet.getData()[1] & 0x7f;
        } catch (SocketTimeoutException none) {
            return -1;
        }
    }

    private FakeIncomingCall answered() throws Exception {
        FakeIncomingCall sip = invite(goodOffer());
        until("the answer", () -> sip.answer != null);
        onSip(() -> sip.listener.onAck(null));
        return sip;
    }

    @Test
    void shouldRingAnswerAndSpeakWhenTheOfferIsGood() throws Exception {
        FakeIncomingCall sip = answered();
        assertThat(sip.did).containsExactly("180", "200");
        assertThat(new String(sip.answer, StandardCharsets.US_ASCII))
                .contains("m=audio ", "RTP/AVP 0 101", "a=sendrecv");
        assertThat(receive()).isZero();
        until("the greeting", () -> calls.get(0).state() == FloorState.SPEAKING);
        onSip(() -> sip.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        until("the release", () -> lanes.activeCalls() == 0);
        assertThat(calls.get(0).endCause()).isEqualTo(EndCause.CALLER_HUNG_UP);
        assertThat(trunk.ladder(calls.get(0).setup().callId())).isNull();
    }

    @Test
    void shouldRefuseWithoutAdmittingWhenNoCodecIsCommon() throws Exception {
        FakeIncomingCall sip = invite(offer("m=audio 4000 RTP/AVP 18\r\n", ""));
        until("the refusal", () -> !sip.did.isEmpty());
        assertThat(sip.did).containsExactly("488 Warning");
        assertThat(lanes.activeCalls()).isZero();
    }

    @Test
    void shouldRefuseABadDescriptionAndAnUnknownNumber() throws Exception {
        FakeIncomingCall bad = invite("this is no session description");
        until("the refusal", () -> !bad.did.isEmpty());
        assertThat(bad.did).containsExactly("400");
        routed = false;
        FakeIncomingCall unknown = invite(goodOffer());
        until("the refusal", () -> !unknown.did.isEmpty());
        assertThat(unknown.did).containsExactly("404");
    }

    @Test
    void shouldTurnAwayTheCallThatDoesNotFit() throws Exception {
        answered();
        FakeIncomingCall second = invite(goodOffer());
        until("the refusal", () -> !second.did.isEmpty());
        assertThat(second.did).containsExactly("503 Retry-After");
    }

    @Test
    void shouldOfferInTheAnswerWhenTheInviteHasNoDescription() throws Exception {
        FakeIncomingCall sip = invite(null);
        until("our offer", () -> sip.answer != null);
        assertThat(new String(sip.answer, StandardCharsets.US_ASCII)).contains("RTP/AVP 0 8 101");
        byte[] answer =
                offer("m=audio " + phone.getLocalPort() + " RTP/AVP 8\r\n", "").getBytes(StandardCharsets.US_ASCII);
        onSip(() -> sip.listener.onAck(answer));
        assertThat(receive()).isEqualTo(8);
    }

    @Test
    void shouldHangUpWhenTheAnswerToOurOfferIsUnusable() throws Exception {
        FakeIncomingCall sip = invite(null);
        until("our offer", () -> sip.answer != null);
        onSip(() -> sip.listener.onAck("nonsense".getBytes(StandardCharsets.US_ASCII)));
        until("the end", () -> sip.did.contains("BYE"));
        until("the release", () -> lanes.activeCalls() == 0);
        assertThat(calls.get(0).endCause()).isEqualTo(EndCause.SETUP_FAILED);
    }

    @Test
    void shouldFallSilentOnHoldAndGoOnWhenResumed() throws Exception {
        FakeIncomingCall sip = answered();
        assertThat(receive()).isZero();
        Reply hold = new Reply();
        onSip(() -> sip.listener.onOffer(
                (goodOffer() + "a=sendonly\r\n").replace("- 1 1", "- 1 2").getBytes(StandardCharsets.US_ASCII),
                false,
                hold));
        assertThat(new String(hold.sdp, StandardCharsets.US_ASCII)).contains("a=recvonly");
        until("the hold", () -> calls.get(0).held());
        while (receive() >= 0) {
            assertThat(calls.get(0).held()).isTrue();
        }
        Reply resume = new Reply();
        onSip(() -> sip.listener.onOffer(
                goodOffer().replace("- 1 1", "- 1 3").getBytes(StandardCharsets.US_ASCII), false, resume));
        assertThat(new String(resume.sdp, StandardCharsets.US_ASCII)).contains("a=sendrecv");
        assertThat(receive()).isZero();
        until("the resume", () -> !calls.get(0).held());
    }

    @Test
    void shouldRepeatItsDescriptionWhenTheOfferIsARefresh() throws Exception {
        FakeIncomingCall sip = answered();
        Reply refresh = new Reply();
        onSip(() -> sip.listener.onOffer(goodOffer().getBytes(StandardCharsets.US_ASCII), true, refresh));
        assertThat(refresh.repeated).isTrue();
        Reply bad = new Reply();
        onSip(() -> sip.listener.onOffer(
                offer("m=audio 4000 RTP/AVP 18\r\n", "").getBytes(StandardCharsets.US_ASCII), false, bad));
        assertThat(bad.refused).isEqualTo(488);
    }

    private static final class Reply implements OfferReply {
        private byte[] sdp;
        private boolean repeated;
        private int refused;

        @Override
        public boolean accept(byte[] answer) {
            sdp = answer;
            return true;
        }

        @Override
        public boolean repeat() {
            repeated = true;
            return true;
        }

        @Override
        public boolean reject(int status, String reason) {
            refused = status;
            return true;
        }
    }

    private final class Observer implements CallObserver {
        @Override
        public void opened(CallRecord call) {
            calls.add(call);
        }

        @Override
        public void moved(CallRecord call, FloorTransition transition) {}

        @Override
        public void ended(CallRecord call) {}
    }
}
