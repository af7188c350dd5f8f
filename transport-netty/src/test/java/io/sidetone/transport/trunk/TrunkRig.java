package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.call.plan.AnswerHook;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.core.lane.WaitKind;
import io.sidetone.core.mock.MockBehavior;
import io.sidetone.core.mock.MockDialogue;
import io.sidetone.core.mock.MockRecognizer;
import io.sidetone.core.mock.MockSynthesizer;
import io.sidetone.core.port.ActionInvoker;
import io.sidetone.core.turn.TurnPolicy;
import io.sidetone.core.turn.event.AlertThresholds;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.refusal.RefusedCall;
import io.sidetone.transport.rtp.FreePorts;
import io.sidetone.transport.rtp.MediaAddress;
import io.sidetone.transport.rtp.RtpEndpoints;
import io.sidetone.transport.rtp.RtpLoop;
import io.sidetone.transport.rtp.RtpSettings;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.ua.OfferReply;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** SIP call, media port and lane together, on real sockets; the signalling is played by the test. */
abstract class TrunkRig {
    static final long LIMIT_MS = 20_000;

    final InetAddress loopback = InetAddress.getLoopbackAddress();
    final List<CallRecord> calls = new CopyOnWriteArrayList<>();
    final List<RefusedCall> refused = new CopyOnWriteArrayList<>();
    EventLoops loops;
    Lanes lanes;
    final TrunkDraft draft = new TrunkDraft();
    RtpEndpoints endpoints;
    SipTrunk trunk;
    CallPlan plan;
    EventLoop sipLoop;
    DatagramSocket phone;
    volatile boolean routed = true;

    @BeforeEach
    void open() throws Exception {
        phone = new DatagramSocket(0, loopback);
        phone.setSoTimeout(500);
        loops = EventLoops.open(1, "trunk-test");
        lanes = new Lanes(
                new LaneSettings(1, 256, maxCalls(), WaitKind.BLOCKING),
                new CallFactory(new Observer()),
                System::nanoTime);
        int shared = FreePorts.first(8);
        RtpEndpoints media = new RtpEndpoints(
                loops,
                sharedPort()
                        ? RtpSettings.of(loopback, shared, shared + 7).sharedPort(true)
                        : RtpSettings.of(loopback, 24_000, 24_100),
                1,
                new Random(5),
                System::nanoTime,
                System.currentTimeMillis());
        for (RtpLoop loop : media.loops()) {
            lanes.register(0, loop.egress(0));
        }
        plan = new CallPlan(
                "mock",
                new MockRecognizer(),
                new MockDialogue(MockBehavior.DEFAULT, null),
                new MockSynthesizer(1),
                ActionInvoker.none(),
                TurnPolicy.DEFAULT,
                AlertThresholds.DEFAULT,
                0);
        sipLoop = loops.next();
        endpoints = media;
        renew();
    }

    /** A trunk in place of the present one, as {@link #draft} has it. */
    final void renew() {
        trunk = new SipTrunk(
                new TrunkServices(
                        lanes,
                        endpoints,
                        (called, header) -> routed ? plan : null,
                        hook(),
                        null,
                        refused::add,
                        () -> 0,
                        System::currentTimeMillis),
                new SipTrunkSettings(
                        new TrunkProfiles(draft.profile(), Map.of()),
                        addresses(),
                        SipTrunkSettings.DEFAULT_DIGIT_MS,
                        null),
                sources(),
                sipLoop,
                new Random(6),
                System::nanoTime);
    }

    AnswerHook hook() {
        return AnswerHook.NONE;
    }

    @AfterEach
    void close() {
        lanes.close();
        loops.close();
        phone.close();
    }

    List<MediaAddress> addresses() {
        return List.of(MediaAddress.usual(loopback));
    }

    int maxCalls() {
        return 1;
    }

    boolean sharedPort() {
        return false;
    }

    SourcePolicy sources() {
        return SourcePolicy.loopbackOnly();
    }

    String offer(String media, String extra) {
        return "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n" + media + extra;
    }

    String goodOffer() {
        return offer("m=audio " + phone.getLocalPort() + " RTP/AVP 0 101\r\n", "a=rtpmap:101 telephone-event/8000\r\n");
    }

    FakeIncomingCall invite(String offer) {
        FakeIncomingCall sip = new FakeIncomingCall(offer, "");
        sip.trunk = sources().admit(loopback).trunkName();
        sipLoop.execute(() -> trunk.onInvite(sip, System.nanoTime()));
        return sip;
    }

    void onSip(Runnable step) throws Exception {
        sipLoop.submit(step).get();
    }

    static void until(String what, BooleanSupplier condition) throws Exception {
        long deadline = System.nanoTime() + LIMIT_MS * 1_000_000;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadline)
                    .as(what + " did not happen")
                    .isNegative();
            Thread.sleep(5);
        }
    }

    /** Returns the next packet's payload type, or -1 when none comes. */
    int receive() throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
        try {
            phone.receive(packet);
            return packet.getData()[1] & 0x7f;
        } catch (SocketTimeoutException none) {
            return -1;
        }
    }

    FakeIncomingCall answered() throws Exception {
        FakeIncomingCall sip = invite(goodOffer());
        until("the answer", () -> sip.answer != null);
        onSip(() -> sip.listener.onAck(null));
        return sip;
    }

    static final class Reply implements OfferReply {
        byte[] sdp;
        boolean repeated;
        int refused;
        String warning = "";

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
        public boolean reject(int status, String reason, SipHeader... headers) {
            refused = status;
            warning = headers.length == 0 ? "" : headers[0].value();
            return true;
        }
    }

    private final class Observer implements CallObserver {
        @Override
        public void on(CallRecord call, CallEvent event) {
            if (event instanceof CallObserver.Opened) {
                calls.add(call);
            }
        }
    }
}
