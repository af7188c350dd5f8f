package io.sidetone.transport.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTextTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 7, 10, 99, 100, 1_234_567_890_123L, Long.MAX_VALUE, -1, -20, -Long.MAX_VALUE})
    void shouldWriteTheDigitsOfANumberWhenItHasAnyLength(long number) {
        ByteBuf out = Unpooled.buffer();

        DecimalText.append(out, number);

        assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo(Long.toString(number));
    }
}
