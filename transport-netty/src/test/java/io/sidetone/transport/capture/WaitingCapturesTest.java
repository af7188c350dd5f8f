package io.sidetone.transport.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.metrics.SharedCounters;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures that begin before their call or wait for one, on a tap that is stepped by hand. */
class WaitingCapturesTest {
    private static final InetSocketAddress OURS = new InetSocketAddress("192.0.2.1", 5060);
    private static final InetSocketAddress THEIRS = new InetSocketAddress("192.0.2.2", 5062);
    private static final long SECOND = 1_000_000_000L;
    private static final long WALL_MS = 1_700_000_000_000L;
    private static final CaptureWish ANY = new CaptureWish(CaptureWish.Next.CALL, "", "");
    private static final CaptureWish REFUSED = new CaptureWish(CaptureWish.Next.REFUSED, "", "");

    @TempDir
    private Path folder;

    private final SharedCounters<CaptureCounter> counters = new SharedCounters<>(CaptureCounter.class);
    private int ids = 1;
    private long nowNs;
    private Captures captures;
    private WireTap tap;

    private void open(int maxCalls) {
        captures = new Captures(
                new CaptureSettings(folder, 1 << 20, 900 * SECOND, maxCalls, 9),
                counters,
                () -> "01J00000000000000000000CA" + ids++);
        tap = new WireTap(List.of(captures), counters, OURS.getAddress(), () -> nowNs, WALL_MS);
        captures.tap(tap);
    }

    private CaptureStatus now(CompletionStage<CaptureStatus> asked) throws Exception {
        tap.step();
        return asked.toCompletableFuture().get();
    }

    private CaptureStatus find(CaptureStatus entry) {
        return captures.all().stream()
                .filter(each -> each.captureId().equals(entry.captureId()))
                .findFirst()
                .orElseThrow();
    }

    private Optional<CaptureStatus> last(String callId) {
        return captures.all().stream()
                .filter(each -> each.callId().equals(callId))
                .findFirst();
    }

    private CaptureStatus.State state(CaptureStatus entry) {
        return find(entry).state();
    }

    private void message(boolean sent, String firstLine, String callId, String cseq, String to) {
        byte[] bytes = (firstLine + "\r\nFrom: <sip:+4930@b>;tag=a\r\nTo: " + to + "\r\nCall-ID: " + callId
                        + "\r\nCSeq: " + cseq + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        nowNs += SECOND;
        tap.message(sent, false, OURS, THEIRS, bytes, 0, bytes.length);
        tap.step();
    }

    private void invite(String callId) {
        message(false, "INVITE sip:desk@a SIP/2.0", callId, "1 INVITE", "<sip:desk@a>");
    }

    private void answer(String status, String callId) {
        message(true, "SIP/2.0 " + status, callId, "1 INVITE", "<sip:desk@a>;tag=b");
    }

    private void ack(String callId) {
        message(false, "ACK sip:desk@a SIP/2.0", callId, "1 ACK", "<sip:desk@a>;tag=b");
    }

    private CallTap begins(String callId, String sipCallId, String number) {
        CallTap call = tap.call(callId);
        call.carriedBy(sipCallId);
        tap.began(
                call,
                new CallSetup.Identity(
                        callId,
                        sipCallId,
                        "sip-udp",
                        "desk",
                        "sip:" + number + "@b",
                        "sip:desk@a",
                        facts(number),
                        0,
                        0,
                        0));
        tap.step();
        return call;
    }

    private static CallFacts facts(String number) {
        return CallFacts.of(number, "", List.of(), 0);
    }

    private static void packet(CallTap call) {
        ByteBuf content = Unpooled.directBuffer().writeZero(172);
        call.datagram(false, content, OURS, THEIRS);
        content.release();
    }

    /** Second of its time and first line of each SIP message in a file; other packets are their length. */
    private static List<String> lines(CaptureStatus entry) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(Path.of(entry.file())), 24, (int) entry.bytes() - 24);
        List<String> lines = new ArrayList<>();
        while (in.hasRemaining()) {
            long second = in.getInt() - WALL_MS / 1_000;
            in.getInt();
            byte[] packet = new byte[in.getInt()];
            in.getInt();
            in.get(packet);
            String text = new String(packet, 28, packet.length - 28, StandardCharsets.US_ASCII);
            int end = text.indexOf("\r\n");
            lines.add(end < 0 ? String.valueOf(text.length()) : second + " " + text.substring(0, end));
        }
        return lines;
    }

    @Test
    void shouldBeginWithTheInviteWhenACallIsCapturedAfterIt() throws Exception {
        open(4);
        invite("one@sip");
        invite("two@sip");
        answer("200 OK", "one@sip");
        ack("one@sip");
        CallTap call = tap.call("ONE");
        call.carriedBy("one@sip");
        nowNs = 50 * SECOND;

        CaptureStatus begun = now(captures.start(call));
        assertThat(begun.packets()).isEqualTo(3);
        packet(call);
        message(false, "BYE sip:desk@a SIP/2.0", "one@sip", "2 BYE", "<sip:desk@a>;tag=b");
        call.over();
        tap.step();

        assertThat(state(begun)).isEqualTo(CaptureStatus.State.ENDED);
        assertThat(lines(find(begun)))
                .containsExactly(
                        "1 INVITE sip:desk@a SIP/2.0",
                        "3 SIP/2.0 200 OK",
                        "4 ACK sip:desk@a SIP/2.0",
                        "172",
                        "51 BYE sip:desk@a SIP/2.0");
    }

    @Test
    void shouldFollowTheDialogsThatCarryTheCall() throws Exception {
        open(4);
        CallTap call = begins("ONE", "one@sip", "+4930");
        CaptureStatus begun = now(captures.start(call));
        invite("next@sip");
        call.carriedBy("next@sip");
        answer("200 OK", "next@sip");
        message(true, "BYE sip:b SIP/2.0", "one@sip", "2 BYE", "<sip:b>;tag=a");
        call.over();
        tap.step();
        assertThat(lines(find(begun)))
                .containsExactly("1 INVITE sip:desk@a SIP/2.0", "2 SIP/2.0 200 OK", "3 BYE sip:b SIP/2.0");
    }

    @Test
    void shouldCaptureTheNextCallOfANumberFromItsInviteOn() throws Exception {
        open(4);
        CaptureStatus waits = now(captures.start(new CaptureWish(CaptureWish.Next.CALL, "+49 30 1", "")));
        assertThat(state(waits)).isEqualTo(CaptureStatus.State.WAITING);
        invite("other@sip");
        begins("OTHER", "other@sip", "+49302");
        assertThat(state(waits)).isEqualTo(CaptureStatus.State.WAITING);
        invite("one@sip");
        CallTap call = begins("ONE", "one@sip", "+49301");
        packet(call);
        call.over();
        tap.step();

        CaptureStatus ended = find(waits);
        assertThat(ended.state()).isEqualTo(CaptureStatus.State.ENDED);
        assertThat(ended.callId()).isEqualTo("ONE");
        assertThat(Path.of(ended.file())).hasFileName("ONE.pcap");
        assertThat(lines(ended)).containsExactly("2 INVITE sip:desk@a SIP/2.0", "172");
        assertThat(last("ONE")).contains(ended);
        begins("LATER", "later@sip", "+49301");
        assertThat(find(waits)).as("once").isEqualTo(ended);
    }

    @Test
    void shouldGiveEachCallToOneOfSeveralThatWait() throws Exception {
        open(4);
        CaptureStatus first = now(captures.start(ANY));
        CaptureStatus second = now(captures.start(ANY));
        begins("ONE", "one@sip", "+4930");
        assertThat(find(first).callId()).isEqualTo("ONE");
        assertThat(state(second)).isEqualTo(CaptureStatus.State.WAITING);
        begins("TWO", "two@sip", "+4930");
        assertThat(find(second).callId()).isEqualTo("TWO");
        assertThat(captures.all()).extracting(CaptureStatus::callId).containsExactly("TWO", "ONE");
    }

    @Test
    void shouldCaptureTheNextInviteThatIsRefusedUntilItsAck() throws Exception {
        open(4);
        invite("before@sip");
        answer("404 Not Found", "before@sip");
        CaptureStatus waits = now(captures.start(REFUSED));
        answer("404 Not Found", "before@sip");
        invite("refused@sip");
        answer("100 Trying", "refused@sip");
        invite("other@sip");
        answer("200 OK", "other@sip");
        answer("488 Not Acceptable Here", "refused@sip");
        assertThat(state(waits)).isEqualTo(CaptureStatus.State.RUNNING);
        invite("third@sip");
        ack("refused@sip");

        CaptureStatus ended = find(waits);
        assertThat(ended.state()).isEqualTo(CaptureStatus.State.ENDED);
        assertThat(ended.callId()).isEmpty();
        Path file = Path.of(ended.file());
        assertThat(file).hasFileName(waits.captureId() + ".pcap");
        assertThat(lines(ended))
                .containsExactly(
                        "4 INVITE sip:desk@a SIP/2.0",
                        "5 SIP/2.0 100 Trying",
                        "8 SIP/2.0 488 Not Acceptable Here",
                        "10 ACK sip:desk@a SIP/2.0");
        assertThat(CapturedCallers.of(file)).containsExactly("<sip:+4930@b>;tag=a");
    }

    @Test
    void shouldTakeNoChallengeNoCancelledNoInnerAndNoOutgoingInviteForARefusal() throws Exception {
        open(4);
        CaptureStatus waits = now(captures.start(REFUSED));
        invite("challenged@sip");
        answer("401 Unauthorized", "challenged@sip");
        invite("cancelled@sip");
        answer("487 Request Terminated", "cancelled@sip");
        message(false, "INVITE sip:desk@a SIP/2.0", "inner@sip", "1 INVITE", "<sip:desk@a>;tag=b");
        answer("488 Not Acceptable Here", "inner@sip");
        message(true, "INVITE sip:x@b SIP/2.0", "out@sip", "1 INVITE", "<sip:x@b>");
        message(false, "SIP/2.0 486 Busy Here", "out@sip", "1 INVITE", "<sip:x@b>;tag=c");
        message(true, "SIP/2.0 481 Unknown", "bye@sip", "1 BYE", "<sip:desk@a>;tag=b");
        assertThat(state(waits)).isEqualTo(CaptureStatus.State.WAITING);
    }

    @Test
    void shouldNotWaitForAnAckThatDoesNotCome() throws Exception {
        open(4);
        CaptureStatus waits = now(captures.start(REFUSED));
        invite("refused@sip");
        answer("503 Service Unavailable", "refused@sip");
        nowNs += Captures.LINGER_NS / 2;
        answer("503 Service Unavailable", "refused@sip");
        assertThat(state(waits)).isEqualTo(CaptureStatus.State.RUNNING);
        nowNs += Captures.LINGER_NS;
        tap.step();
        assertThat(state(waits)).isEqualTo(CaptureStatus.State.ENDED);
        assertThat(lines(find(waits))).hasSize(3);
    }

    @Test
    void shouldRefuseMoreThanMayRunAndWaitAndGiveAPlaceBackAtTheEnd() throws Exception {
        open(2);
        CaptureStatus waits = now(captures.start(REFUSED));
        CallTap call = begins("ONE", "one@sip", "+4930");
        now(captures.start(call));
        assertThatThrownBy(() -> now(captures.start(ANY)))
                .cause()
                .isInstanceOf(CaptureRefusedException.class)
                .hasMessageContaining("2 captures run or wait")
                .hasMessageContaining("capture.max-calls");
        captures.stop(waits.captureId());
        tap.step();
        assertThat(state(waits)).isEqualTo(CaptureStatus.State.CANCELLED);
        assertThat(state(now(captures.start(ANY)))).isEqualTo(CaptureStatus.State.WAITING);
    }

    @Test
    void shouldEndTheWaitAfterADay() throws Exception {
        open(4);
        CaptureStatus waits = now(captures.start(ANY));
        nowNs += Captures.MOST_WAIT_NS;
        tap.step();
        assertThat(state(waits)).isEqualTo(CaptureStatus.State.WAITING);
        nowNs += SECOND;
        tap.step();
        assertThat(state(waits)).isEqualTo(CaptureStatus.State.EXPIRED);
        begins("ONE", "one@sip", "+4930");
        assertThat(last("ONE")).isEmpty();
    }

    @Test
    void shouldSayWhyWhenTheFolderCannotBeWrittenOnceTheCallComes() throws Exception {
        open(4);
        CaptureStatus waits = now(captures.start(ANY));
        Files.delete(folder);
        Files.writeString(folder, "no folder");
        begins("ONE", "one@sip", "+4930");
        assertThat(find(waits).problem()).contains("capture.dir");
        assertThat(state(waits)).isEqualTo(CaptureStatus.State.FAILED);
        Files.delete(folder);
    }

    @Test
    void shouldRememberThoseThatWaitHoweverManyAreOver() throws Exception {
        open(4);
        CaptureStatus waits = now(captures.start(REFUSED));
        for (int i = 0; i < 300; i++) {
            CaptureStatus other = now(captures.start(ANY));
            captures.stop(other.captureId());
            tap.step();
        }
        assertThat(captures.all()).hasSize(256);
        assertThat(state(waits)).isEqualTo(CaptureStatus.State.WAITING);
    }

    @Test
    void shouldShowAFileOnlyAsFarAsItIsWhole() throws Exception {
        open(4);
        CallTap call = begins("ONE", "one@sip", "+4930");
        CaptureStatus begun = now(captures.start(call));
        for (int i = 0; i < 20; i++) {
            packet(call);
            nowNs += SECOND / 10;
            tap.step();
            CaptureStatus status = find(begun);
            assertThat(Files.size(Path.of(status.file()))).isGreaterThanOrEqualTo(status.bytes());
            assertThat(lines(find(begun))).hasSize((int) status.packets());
        }
        assertThat(find(begun).packets()).isEqualTo(20);
    }
}
