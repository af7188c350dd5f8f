package io.sidetone.transport.carrier.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.carrier.MarkLedger;
import io.sidetone.transport.stream.Base64Audio;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("allocation")
class WireAllocationTest {
    private static final int ROUNDS = 10_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final byte[] audio = new byte[640];
    private long sum;

    private static long bytes(Runnable step) {
        long[] windows = new long[5];
        for (int window = -1; window < windows.length; window++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                step.run();
            }
            // The first window warms up.
            windows[Math.max(0, window)] = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        java.util.Arrays.sort(windows);
        return windows[0];
    }

    private static ByteBuf message(int bytes) {
        String payload = Base64.getEncoder().encodeToString(new byte[bytes]);
        String text = "{\"event\":\"media\",\"sequenceNumber\":\"3\",\"media\":{\"track\":\"inbound\",\"chunk\":\"1\","
                + "\"timestamp\":\"5\",\"payload\":\"" + payload.replace("/", "\\/") + "\"},\"streamSid\":\"MZ1\"}";
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return Unpooled.directBuffer(utf8.length).writeBytes(utf8);
    }

    @Test
    void shouldReadAudioWithoutAllocating() {
        MediaScanner scanner = new MediaScanner();
        ByteBuf message = message(160);
        assertThat(bytes(() -> {
                    if (scanner.scan(message)) {
                        sum += Base64Audio.decode(scanner.text(), scanner.payloadFrom(), scanner.payloadTo(), audio);
                    }
                }))
                .isZero();
        assertThat(sum).isEqualTo(6L * ROUNDS * 160);
        message.release();
    }

    @Test
    void shouldWriteAudioAndMarksWithoutAllocating() {
        MessageTemplate media = MessageTemplate.of(out -> {
            out.writeStringField("event", "media");
            out.writeStringField("payload", MessageTemplate.hole());
        });
        MarkLedger marks = new MarkLedger();
        ByteBuf to = Unpooled.directBuffer(2_048);
        assertThat(bytes(() -> {
                    to.clear();
                    media.audio(audio, 0, 160, to);
                    to.clear();
                    media.mark(1_234_567_890_123L, 20_480, marks.epoch(), to);
                    marks.sent(1_234_567_890_123L, 20_480);
                }))
                .isZero();
        assertThat(to.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"event\":\"media\",\"payload\":\"1234567890123:20480:0\"}");
        to.release();
    }

    @Test
    void shouldOrderChunksWithoutAllocating() {
        long[] chunk = {0};
        ChunkOrder order = new ChunkOrder((sound, length, nowNs) -> sum += length);
        assertThat(bytes(() -> {
                    order.add(chunk[0] + 1, audio, 160, 0);
                    order.add(chunk[0], audio, 160, 0);
                    chunk[0] += 2;
                }))
                .isZero();
        assertThat(order.lost()).isZero();
    }
}
