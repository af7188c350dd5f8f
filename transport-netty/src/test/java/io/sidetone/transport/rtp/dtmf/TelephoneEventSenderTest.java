package io.sidetone.transport.rtp.dtmf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.rtp.stats.RtpCounters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TelephoneEventSenderTest {
    private final TelephoneEventSender sender = new TelephoneEventSender(8000);

    private List<String> packets() {
        List<String> packets = new ArrayList<>();
        while (sender.active()) {
            ByteBuf packet = Unpooled.buffer();
            String marker = sender.first() ? "M " : "";
            sender.writeNext(packet);
            packets.add(marker + ByteBufUtil.hexDump(packet));
        }
        return packets;
    }

    @Test
    void shouldGrowTheDurationAndSendTheEndThreeTimes() {
        sender.press('5', 100, 4711);
        assertThat(sender.timestamp()).isEqualTo(4711);
        assertThat(packets())
                .containsExactly("M 050a00a0", "050a0140", "050a01e0", "050a0280", "058a0320", "058a0320", "058a0320");
    }

    @Test
    void shouldSendTheShortestPressAsEndsOnly() {
        sender.press('#', 20, 0);
        assertThat(packets()).containsExactly("M 0b8a00a0", "0b8a00a0", "0b8a00a0");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 50, 100, 4000})
    void shouldBeUnderstoodByTheReceiverWhenTwoEndsAreLost(int durationMs) {
        List<String> digits = new ArrayList<>();
        TelephoneEventReceiver receiver = new TelephoneEventReceiver(
                8000, (digit, heldMs, nowNs) -> digits.add(digit + " " + heldMs), new RtpCounters());
        sender.press('D', durationMs, -1);
        List<byte[]> sent = new ArrayList<>();
        while (sender.active()) {
            ByteBuf packet = Unpooled.buffer();
            sender.writeNext(packet);
            sent.add(ByteBufUtil.getBytes(packet));
        }
        for (int i = 0; i < sent.size(); i++) {
            if (i == 0 || i == sent.size() - 1) {
                receiver.onPacket(7, i, -1, i == 0, sent.get(i), 4, i * 20_000_000L / sent.size());
            }
        }
        assertThat(digits).containsExactly("D " + durationMs);
    }

    @Test
    void shouldRefuseWhatIsNoKey() {
        assertThatThrownBy(() -> sender.press('x', 100, 0)).hasMessageContaining("'x'");
        assertThatThrownBy(() -> sender.press('1', 9000, 0)).hasMessageContaining("9000 ms");
        assertThat(sender.active()).isFalse();
    }
}
