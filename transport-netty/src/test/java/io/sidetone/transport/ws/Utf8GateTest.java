package io.sidetone.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class Utf8GateTest {
    @Test
    void shouldFindTheOneByteThatIsNotAsciiWhereverItStands() {
        for (int length = 0; length < 40; length++) {
            ByteBuf text = Unpooled.buffer().writeBytes(new byte[3]).writeZero(length);
            text.readerIndex(3);
            assertThat(Utf8Gate.ascii(text)).isTrue();
            for (int at = 0; at < length; at++) {
                text.setByte(3 + at, 0x80);
                assertThat(Utf8Gate.ascii(text)).as("%d of %d", at, length).isFalse();
                text.setByte(3 + at, 0x7f);
                assertThat(Utf8Gate.ascii(text)).isTrue();
            }
        }
    }
}
