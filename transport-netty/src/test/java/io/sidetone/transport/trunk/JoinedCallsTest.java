package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.call.CallRecord;
import io.sidetone.core.call.timeline.TimelineEntry;
import io.sidetone.core.control.ControlRequest;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.transport.sip.source.Blocks;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.ua.SipEndCause;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that are handed on: with REFER and Replaces where the peer lets us, else by joining two lines here. */
class JoinedCallsTest extends TrunkRig {
    private static final byte LOUD = (byte) 0x90;

    private DatagramSocket other;
    private FakeIncomingCall first;
    private FakeIncomingCall second;
    private final List<String> placed = new ArrayList<>();
    private LegListener watch;
    private int placement;

    @Override
    int maxCalls() {
        return 4;
    }

    @Override
    SourcePolicy sources() {
        return new SourcePolicy(
                List.of(new SourcePolicy.Trunk("carrier", List.of(Blocks.of("127.0.0.0/8")), false)), false);
    }

    @BeforeEach
    void openOther() throws Exception {
        other = new DatagramSocket(0, loopback);
        other.setSoTimeout(500);
        handsOn(TransferMode.AUTO);
    }

    private void handsOn(TransferMode mode) {
        draft.transfer = mode;
        renew();
        trunk.secondLegs((name, to, heard) -> {
            placed.add(name + " " + to);
            watch = heard;
            return CompletableFuture.completedFuture(placement);
        });
    }

    @AfterEach
    void closeOther() {
        other.close();
    }

    private FakeIncomingCall call(DatagramSocket at, String callId) throws Exception {
        FakeIncomingCall sip = new FakeIncomingCall(offer("m=audio " + at.getLocalPort() + " RTP/AVP 0\r\n", ""), "");
        sip.callId = callId;
        sip.trunk = "carrier";
        sip.takesRequests = true;
        onSip(() -> trunk.onInvite(sip, System.nanoTime()));
        until("the answer", () -> sip.answer != null);
        onSip(() -> sip.listener.onAck(null));
        return sip;
    }

    private void twoCalls() throws Exception {
        first = call(phone, "first");
        until("the first", () -> calls.size() == 1);
        second = call(other, "second");
        until("the second", () -> calls.size() == 2);
    }

    private CallRecord record(int index) {
        return calls.get(index);
    }

    private void transfer(ControlRequest request) {
        record(0).publisher().publish(LaneEventType.TRANSFER_REQUEST, Token.NONE, 0, 0, request, System.nanoTime());
    }

    private void connect() {
        transfer(ControlRequest.connect(record(1).setup().who().callId(), null));
    }

    private void untilControl(String text) throws Exception {
        until(text, () -> record(0).timeline().entries().stream()
                .map(TimelineEntry::text)
                .anyMatch(line -> line.endsWith(text)));
    }

    private static int rtpPort(FakeIncomingCall sip) {
        String sdp = new String(sip.answer, StandardCharsets.US_ASCII);
        int at = sdp.indexOf("m=audio ") + 8;
        return Integer.parseInt(sdp.substring(at, sdp.indexOf(' ', at)));
    }

    /** Whether a packet that is full of {@code LOUD} arrives, while the other side sends them. */
    private boolean hears(DatagramSocket ear, DatagramSocket mouth, FakeIncomingCall line) throws Exception {
        byte[] rtp = new byte[172];
        rtp[0] = (byte) 0x80;
        rtp[11] = 9;
        Arrays.fill(rtp, 12, 172, LOUD);
        for (int i = 0; i < 100; i++) {
            rtp[3] = (byte) i;
            rtp[2] = 1;
            int timestamp = 160 * i;
            rtp[6] = (byte) (timestamp >> 8);
            rtp[7] = (byte) timestamp;
            mouth.send(new DatagramPacket(rtp, rtp.length, InetAddress.getLoopbackAddress(), rtpPort(line)));
            DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
            try {
                ear.receive(packet);
            } catch (java.net.SocketTimeoutException nothing) {
                continue;
            }
            if (packet.getLength() == 172 && packet.getData()[100] == LOUD && packet.getData()[150] == LOUD) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldLetTwoPartiesHearEachOtherWhereNoReferIsWanted() throws Exception {
        handsOn(TransferMode.BRIDGE);
        twoCalls();
        connect();
        untilControl(": 200");
        assertThat(first.did).noneMatch(did -> did.startsWith("refer"));
        assertThat(record(0).bridgedWith()).isEqualTo(record(1).setup().who().callId());
        until("both", () -> record(1).bridgedWith() != null);
        assertThat(hears(other, phone, first)).isTrue();
        assertThat(hears(phone, other, second)).isTrue();
        onSip(() -> second.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        until("the end of both", () -> lanes.activeCalls() == 0);
        assertThat(first.did).endsWith("BYE");
        assertThat(record(0).endCause()).isEqualTo(EndCause.CALLER_HUNG_UP);
    }

    @Test
    void shouldSendThePeerToTheOtherCallByReplaces() throws Exception {
        twoCalls();
        connect();
        until("the REFER", () -> first.did.contains("refer to second"));
        onSip(() -> first.listener.onTransfer(202, false));
        onSip(() -> first.listener.onTransfer(200, true));
        untilControl(": 200");
        onSip(() -> second.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        onSip(() -> first.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        until("the end of both", () -> lanes.activeCalls() == 0);
        assertThat(record(0).endCause()).isEqualTo(EndCause.TRANSFERRED);
        assertThat(record(1).endCause()).isEqualTo(EndCause.TRANSFERRED);
        assertThat(record(0).bridgedWith()).isNull();
    }

    @Test
    void shouldJoinTheLinesWhenThePeerRefusesRefer() throws Exception {
        twoCalls();
        connect();
        until("the REFER", () -> first.did.contains("refer to second"));
        onSip(() -> first.listener.onTransfer(603, true));
        untilControl(": 200");
        assertThat(record(0).bridgedWith()).isNotNull();
    }

    @Test
    void shouldJoinTheLinesWhereTheOtherPeerKnowsNoReplaces() throws Exception {
        twoCalls();
        second.takesReplaces = false;
        connect();
        untilControl(": 200");
        assertThat(first.did).noneMatch(did -> did.startsWith("refer"));
        assertThat(record(0).bridgedWith()).isNotNull();
    }

    @Test
    void shouldKeepTheAgentWhenTheTargetDeclines() throws Exception {
        twoCalls();
        connect();
        until("the REFER", () -> first.did.contains("refer to second"));
        onSip(() -> first.listener.onTransfer(202, false));
        // The target of the new call says 603, not the peer to our REFER.
        onSip(() -> first.listener.onTransfer(603, true));
        untilControl(": 603");
        assertThat(record(0).bridgedWith()).isNull();
    }

    @Test
    void shouldKeepTheAgentWhenThePeerIsTheOnlyWayAndRefuses() throws Exception {
        handsOn(TransferMode.REFER);
        twoCalls();
        connect();
        until("the REFER", () -> first.did.contains("refer to second"));
        onSip(() -> first.listener.onTransfer(405, true));
        untilControl(": 405");
        assertThat(record(0).bridgedWith()).isNull();
    }

    @Test
    void shouldRefuseACallThatIsNotThere() throws Exception {
        first = call(phone, "first");
        until("the first", () -> calls.size() == 1);
        transfer(ControlRequest.connect("01NOBODY", null));
        untilControl("call:01NOBODY: 481");
        transfer(ControlRequest.connect(record(0).setup().who().callId(), null));
        untilControl(record(0).setup().who().callId() + ": 481");
    }

    private void refused(String to) throws Exception {
        first = call(phone, "first");
        until("the first", () -> calls.size() == 1);
        transfer(ControlRequest.transfer(to, null));
        until("the REFER", () -> first.did.stream().anyMatch(did -> did.startsWith("refer")));
        onSip(() -> first.listener.onTransfer(405, true));
    }

    @Test
    void shouldCallTheTargetAndJoinTheLinesWhenABlindTransferIsRefused() throws Exception {
        refused("+4930");
        assertThat(placed).containsExactly("carrier +4930");
        onSip(() -> watch.onProgress(180));
        untilControl(": 180");
        FakeIncomingCall leg = call(other, "leg");
        until("the leg", () -> calls.size() == 2);
        TrunkCall answered = legOf(leg);
        onSip(() -> watch.onDialled(answered));
        onSip(() -> watch.onAnswered(answered));
        untilControl(": 200");
        assertThat(hears(other, phone, first)).isTrue();
        onSip(() -> first.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        until("the end of both", () -> lanes.activeCalls() == 0);
        assertThat(record(1).endCause()).isEqualTo(EndCause.CALLER_HUNG_UP);
    }

    private static TrunkCall legOf(FakeIncomingCall sip) {
        return (TrunkCall) sip.listener;
    }

    @Test
    void shouldGoOnWithTheAgentWhenTheTargetDoesNotAnswer() throws Exception {
        refused("+4930");
        onSip(() -> watch.onEnded(486));
        untilControl(": 486");
        assertThat(record(0).endCause()).isNull();
        assertThat(record(0).bridgedWith()).isNull();
    }

    @Test
    void shouldTellThePeersWordWhereTheTargetMayNotBeCalled() throws Exception {
        placement = 403;
        refused("+4930");
        untilControl("+4930: 405");
    }

    @Test
    void shouldGiveTheLegUpWhenTheCallerLeaves() throws Exception {
        refused("+4930");
        FakeIncomingCall leg = call(other, "leg");
        until("the leg", () -> calls.size() == 2);
        onSip(() -> watch.onDialled(legOf(leg)));
        onSip(() -> first.listener.onEnded(new SipEndCause(SipEndCause.Kind.PEER_HUNG_UP, 0, "")));
        until("the end of both", () -> lanes.activeCalls() == 0);
        assertThat(leg.did).endsWith("BYE");
    }
}
