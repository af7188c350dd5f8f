package io.sidetone.transport.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.core.metrics.SharedCounters;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures on a tap that is stepped by hand. */
class CapturesTest {
    private static final InetSocketAddress OURS = new InetSocketAddress("192.0.2.1", 5060);
    private static final InetSocketAddress THEIRS = new InetSocketAddress("192.0.2.2", 5062);
    private static final long SECOND = 1_000_000_000L;
    private static final long WALL_MS = 1_700_000_000_000L;

    private static final String CALL_ID = "01J0000000000000000000ONE0";
    private static final String OTHER_CALL_ID = "01J0000000000000000000TWO0";

    @TempDir
    private Path folder;

    private long nowNs;
    private int ids = 1;
    private final SharedCounters<CaptureCounter> counters = new SharedCounters<>(CaptureCounter.class);

    private Captures captures(long maxBytes) {
        return new Captures(
                new CaptureSettings(folder.resolve("captures"), maxBytes, 60 * SECOND, 2, 3), counters, this::id);
    }

    private String id() {
        return "01J00000000000000000000CA" + ids++;
    }

    private static Optional<CaptureStatus> status(Captures captures, String callId) {
        return captures.all().stream()
                .filter(each -> each.callId().equals(callId))
                .findFirst();
    }

    private WireTap tap(Captures captures) {
        WireTap tap = new WireTap(List.of(captures), counters, OURS.getAddress(), () -> nowNs, WALL_MS);
        captures.tap(tap);
        return tap;
    }

    private static CaptureStatus start(Captures captures, WireTap tap, CallTap call) throws Exception {
        CompletableFuture<CaptureStatus> begun = captures.start(call).toCompletableFuture();
        tap.step();
        return begun.get();
    }

    private static void stop(Captures captures, WireTap tap, String callId) {
        captures.stop(status(captures, callId).orElseThrow().captureId());
        tap.step();
    }

    private static void message(WireTap tap, boolean sent, String callId) {
        byte[] bytes =
                ("BYE sip:a:SECRET@b SIP/2.0\r\nCall-ID: " + callId + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        if (tap.awake()) {
            tap.message(sent, true, OURS, THEIRS, bytes, 0, bytes.length);
        }
    }

    private static void packet(CallTap call, int bytes) {
        ByteBuf content = Unpooled.directBuffer().writeZero(4 + bytes).skipBytes(4);
        call.datagram(false, content, OURS, THEIRS);
        content.release();
    }

    /** The UDP payloads of a packet file. */
    private static List<byte[]> payloads(Path file) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file));
        assertThat(in.getInt()).isEqualTo(0xA1B23C4D);
        assertThat(in.getInt(20)).as("link type").isEqualTo(101);
        in.position(24);
        List<byte[]> payloads = new ArrayList<>();
        while (in.hasRemaining()) {
            in.getLong();
            int length = in.getInt();
            assertThat(in.getInt()).isEqualTo(length);
            byte[] payload = new byte[length - 28];
            in.position(in.position() + 28).get(payload);
            payloads.add(payload);
        }
        return payloads;
    }

    @Test
    void shouldWriteTheMessagesAndPacketsOfOneCallWithoutItsSecrets() throws Exception {
        Captures captures = captures(1 << 20);
        WireTap tap = tap(captures);
        CallTap call = tap.call("ONE");
        CallTap other = tap.call("TWO");
        call.carriedBy("one@sip");
        packet(call, 172);
        assertThat(tap.step()).as("nobody looks").isZero();

        CaptureStatus begun = start(captures, tap, call);
        nowNs = 7;
        message(tap, true, "one@sip");
        message(tap, true, "two@sip");
        packet(call, 172);
        packet(other, 172);
        tap.step();
        stop(captures, tap, "ONE");
        packet(call, 172);
        tap.step();

        Path file = Path.of(begun.file());
        assertThat(file).hasFileName("ONE.pcap");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        List<byte[]> payloads = payloads(file);
        assertThat(payloads).hasSize(2);
        assertThat(new String(payloads.get(0), StandardCharsets.US_ASCII))
                .startsWith("BYE sip:a:xxxxxx@b SIP/2.0\r\nCall-ID: one@sip");
        assertThat(payloads.get(1)).hasSize(172);
        byte[] bytes = Files.readAllBytes(file);
        assertThat(ByteBuffer.wrap(bytes, 24, 8).getInt()).isEqualTo((int) (WALL_MS / 1000));
        assertThat(ByteBuffer.wrap(bytes, 28, 4).getInt()).as("ns").isEqualTo(7);
        CaptureStatus ended = status(captures, "ONE").orElseThrow();
        assertThat(ended.state()).isEqualTo(CaptureStatus.State.ENDED);
        assertThat(ended.packets()).isEqualTo(2);
        assertThat(ended.bytes()).isEqualTo(bytes.length);
    }

    @Test
    void shouldEndWithItsCallAfterItsLastPacket() throws Exception {
        Captures captures = captures(1 << 20);
        WireTap tap = tap(captures);
        CallTap call = tap.call("ONE");
        start(captures, tap, call);
        packet(call, 172);
        call.over();
        tap.step();
        CaptureStatus status = status(captures, "ONE").orElseThrow();
        assertThat(status.state()).isEqualTo(CaptureStatus.State.ENDED);
        assertThat(status.packets()).isEqualTo(1);
    }

    @Test
    void shouldEndAtItsLimitOfBytesAndOfTime() throws Exception {
        Captures captures = captures(1_000);
        WireTap tap = tap(captures);
        CallTap large = tap.call("LARGE");
        CallTap slow = tap.call("SLOW");
        start(captures, tap, large);
        start(captures, tap, slow);
        for (int i = 0; i < 5; i++) {
            packet(large, 172);
        }
        tap.step();
        assertThat(status(captures, "LARGE").orElseThrow().state()).isEqualTo(CaptureStatus.State.LIMITED);
        assertThat(status(captures, "LARGE").orElseThrow().bytes()).isLessThanOrEqualTo(1_000);
        assertThat(status(captures, "SLOW").orElseThrow().state()).isEqualTo(CaptureStatus.State.RUNNING);
        nowNs += 61 * SECOND;
        tap.step();
        assertThat(status(captures, "SLOW").orElseThrow().state()).isEqualTo(CaptureStatus.State.LIMITED);
        assertThat(counters.value(CaptureCounter.LIMITED)).isEqualTo(2);
    }

    @Test
    void shouldRefuseASecondCaptureOfACallAndMoreThanAreAllowed() throws Exception {
        Captures captures = captures(1 << 20);
        WireTap tap = tap(captures);
        CallTap call = tap.call("ONE");
        start(captures, tap, call);
        assertThatThrownBy(() -> start(captures, tap, call)).hasMessageContaining("this call is being captured");
        start(captures, tap, tap.call("TWO"));
        assertThatThrownBy(() -> start(captures, tap, tap.call("THREE")))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("capture.max-calls");
        assertThat(status(captures, "THREE")).isEmpty();
    }

    @Test
    void shouldKeepOnlyTheNewestFilesAndNeverWriteIntoAnOldOne() throws Exception {
        Captures captures = captures(1 << 20);
        WireTap tap = tap(captures);
        Path foreign = Files.createDirectories(folder.resolve("captures")).resolve("trunk-2026.pcap");
        assertThat(Files.createFile(foreign).toFile().setLastModified(0)).isTrue();
        CallTap call = tap.call(CALL_ID);
        for (int i = 0; i < 6; i++) {
            Path file = Path.of(start(captures, tap, call).file());
            stop(captures, tap, CALL_ID);
            assertThat(file.toFile().setLastModified(i * 10_000L)).isTrue();
        }
        try (var files = Files.list(folder.resolve("captures"))) {
            assertThat(files)
                    .as("three of ours, and one that is not")
                    .hasSize(4)
                    .contains(foreign);
        }
    }

    @Test
    void shouldAnswerAndCountAFullDiskAtTheStartAndLater() throws Exception {
        boolean[] full = {true};
        WritableByteChannel disk = new WritableByteChannel() {
            @Override
            public int write(ByteBuffer bytes) throws IOException {
                if (full[0]) {
                    throw new IOException("No space left on device");
                }
                int length = bytes.remaining();
                bytes.position(bytes.limit());
                return length;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        Captures captures = new Captures(
                new CaptureSettings(folder, 1 << 20, SECOND, 2, 3),
                callId -> new Captures.Files.Opened(folder.resolve(callId), disk),
                counters,
                this::id);
        WireTap tap = tap(captures);
        CallTap call = tap.call("ONE");
        assertThatThrownBy(() -> start(captures, tap, call))
                .hasMessageContaining("No space left on device")
                .hasMessageContaining("capture.dir")
                .cause()
                .isInstanceOfSatisfying(CaptureRefusedException.class, refused -> assertThat(refused.disk())
                        .isTrue());
        full[0] = false;
        start(captures, tap, call);
        full[0] = true;
        packet(call, 172);
        tap.step();
        tap.step();
        CaptureStatus failed = status(captures, "ONE").orElseThrow();
        assertThat(failed.state()).isEqualTo(CaptureStatus.State.FAILED);
        assertThat(failed.problem()).contains("No space left on device");
        assertThat(counters.value(CaptureCounter.WRITE_FAILED)).isEqualTo(2);
    }

    @Test
    void shouldBeginAtTheTimeOfThePacketsClock() throws Exception {
        Captures captures = captures(1 << 20);
        WireTap tap = tap(captures);
        nowNs = 90 * SECOND;
        assertThat(start(captures, tap, tap.call("ONE")).startedAt().toEpochMilli())
                .isEqualTo(WALL_MS + 90_000);
    }

    @Test
    void shouldRefuseWhenTheCallIsOver() throws Exception {
        Captures captures = captures(1 << 20);
        WireTap tap = tap(captures);
        CallTap call = tap.call("ONE");
        call.over();
        assertThatThrownBy(() -> start(captures, tap, call)).hasMessageContaining("the call has ended");
        assertThat(status(captures, "ONE")).isEmpty();
        assertThat(call.capturing()).isFalse();
        assertThat(folder.resolve("captures")).doesNotExist();
    }

    private static void packets(CallTap call, int count) {
        for (int i = 0; i < count; i++) {
            packet(call, 172);
        }
    }

    @Test
    void shouldEndCallsAndKeepTheLimitOfTimeWhenEveryBatchIsFull() throws Exception {
        Captures captures = captures(1 << 20);
        WireTap tap = tap(captures);
        CallTap ending = tap.call("ENDING");
        CallTap slow = tap.call("SLOW");
        start(captures, tap, ending);
        start(captures, tap, slow);
        packets(ending, 300);
        ending.over();
        packets(ending, 1_000);
        int first = tap.step();
        assertThat(status(captures, "ENDING").orElseThrow().state()).isEqualTo(CaptureStatus.State.RUNNING);
        assertThat(tap.step()).as("a full batch").isEqualTo(first);
        CaptureStatus ended = status(captures, "ENDING").orElseThrow();
        assertThat(ended.state()).isEqualTo(CaptureStatus.State.ENDED);
        assertThat(ended.packets()).isGreaterThanOrEqualTo(300);
        nowNs += 61 * SECOND;
        assertThat(tap.step()).as("a full batch").isEqualTo(first);
        assertThat(status(captures, "SLOW").orElseThrow().state()).isEqualTo(CaptureStatus.State.LIMITED);
    }

    @Test
    void shouldWriteAllThatIsLeftWhenTheTapCloses() throws Exception {
        Captures captures = captures(1 << 20);
        WireTap tap = tap(captures);
        CallTap call = tap.call("ONE");
        start(captures, tap, call);
        packets(call, 1_000);
        tap.close();
        tap.run();
        CaptureStatus status = status(captures, "ONE").orElseThrow();
        assertThat(status.state()).isEqualTo(CaptureStatus.State.ENDED);
        assertThat(status.packets()).isEqualTo(1_000);
    }

    @Test
    void shouldKeepTheFileOfARunningCaptureWhenItIsTheOldest() throws Exception {
        Captures captures = captures(1 << 20);
        WireTap tap = tap(captures);
        Path running = Path.of(start(captures, tap, tap.call(OTHER_CALL_ID)).file());
        assertThat(running.toFile().setLastModified(1_000L)).isTrue();
        CallTap call = tap.call(CALL_ID);
        for (int i = 1; i < 6; i++) {
            Path file = Path.of(start(captures, tap, call).file());
            stop(captures, tap, CALL_ID);
            assertThat(file.toFile().setLastModified(i * 10_000L)).isTrue();
        }
        assertThat(running).exists();
        try (var files = Files.list(folder.resolve("captures"))) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void shouldDropAndCountWhenTheWriterIsSlow() throws Exception {
        Captures captures = captures(1 << 26);
        WireTap tap = tap(captures);
        CallTap call = tap.call("ONE");
        start(captures, tap, call);
        int offered = 2 * WireTap.RING_BYTES / 1_000;
        for (int i = 0; i < offered; i++) {
            packet(call, 1_000);
        }
        int taken = 0;
        for (int step = tap.step(); step > 0; step = tap.step()) {
            taken += step;
        }
        assertThat(counters.value(CaptureCounter.DROPPED)).isPositive().isEqualTo(offered - taken);
        assertThat(status(captures, "ONE").orElseThrow().packets()).isEqualTo(taken);
    }
}
