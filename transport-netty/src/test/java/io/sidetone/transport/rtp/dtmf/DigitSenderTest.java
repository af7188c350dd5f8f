package io.sidetone.transport.rtp.dtmf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DigitSenderTest {
    private final DigitSender sender = new DigitSender();
    private final List<Integer> outcomes = new ArrayList<>();
    private final short[] pcm = new short[160];
    private int timestamp = 1_000;

    /** What {@code frames} frames were: {@code .} audio, {@code ~} tone, or the payload of an event. */
    private List<String> run(int frames) {
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < frames; i++) {
            switch (sender.next(timestamp)) {
                case EVENT -> {
                    ByteBuf packet = Unpooled.buffer();
                    String head = (sender.first() ? "M" : "") + sender.timestamp() + " ";
                    sender.writeEvent(packet);
                    sent.add(head + ByteBufUtil.hexDump(packet));
                }
                case TONE -> {
                    sender.fillTone(pcm, 160);
                    sent.add("~");
                }
                default -> sent.add(".");
            }
            timestamp += 160;
        }
        return sent;
    }

    @Test
    void shouldSendEachDigitAsOneEventWithFortyMillisecondsBetween() {
        sender.inBand(false);
        assertThat(sender.offer("1#", 60, outcomes::add)).isTrue();
        assertThat(run(7))
                .containsExactly(
                        "M1000 010a00a0", "1000 010a0140", "1000 018a01e0", "1000 018a01e0", "1000 018a01e0", ".", ".");
        assertThat(outcomes).isEmpty();
        assertThat(run(6))
                .containsExactly(
                        "M2120 0b0a00a0", "2120 0b0a0140", "2120 0b8a01e0", "2120 0b8a01e0", "2120 0b8a01e0", ".");
        assertThat(outcomes).containsExactly(DigitSender.SENT);
        assertThat(run(100)).containsOnly(".");
    }

    @Test
    void shouldSendTonesWhereThePeerTakesNoEvents() {
        sender.offer("5a", 50, outcomes::add);
        assertThat(run(3)).containsExactly("~", "~", "~");
        int loudest = 0;
        for (short sample : pcm) {
            loudest = Math.max(loudest, Math.abs(sample));
        }
        assertThat(loudest).isBetween(8_000, 24_000);
        assertThat(run(6)).containsExactly(".", ".", "~", "~", "~", ".");
        assertThat(outcomes).containsExactly(DigitSender.SENT);
    }

    @Test
    void shouldLetTheKeyGoWhenTheStreamPausesAndGoOnWithTheNext() {
        sender.inBand(false);
        sender.offer("12", 100, outcomes::add);
        run(2);
        sender.pause();
        timestamp += 160_000;
        assertThat(run(3)).containsExactly(".", ".", "M" + (timestamp - 160) + " 020a00a0");
        sender.inBand(true);
        assertThat(run(2)).containsExactly(".", ".");
        assertThat(outcomes).containsExactly(DigitSender.SENT);
    }

    @Test
    void shouldRefuseWhatDoesNotFitAndWhatIsNoDigit() {
        for (int i = 0; i < DigitSender.MAX_WAITING; i++) {
            assertThat(sender.offer("1", 100, outcomes::add)).isTrue();
        }
        assertThat(sender.offer("1", 100, outcomes::add)).isFalse();
        assertThatThrownBy(() -> new DigitSender().offer("1x", 100, outcomes::add))
                .hasMessageContaining("'x'");
        assertThatThrownBy(() -> new DigitSender().offer("1", 39, outcomes::add))
                .hasMessageContaining("39 ms");
        assertThatThrownBy(() -> new DigitSender().offer("1", 8_001, outcomes::add))
                .hasMessageContaining("8001 ms");
        run(2_000);
        assertThat(outcomes).hasSize(DigitSender.MAX_WAITING).containsOnly(DigitSender.SENT);
    }
}
