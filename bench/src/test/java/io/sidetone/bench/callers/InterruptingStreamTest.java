package io.sidetone.bench.callers;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.codec.G711;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** The bench must see what it says it does not see. */
class InterruptingStreamTest {
    private static final int SAMPLES = 160;

    private final InterruptingStream stream = new InterruptingStream(null, 1);

    private void frame(int tag) {
        byte[] codes = new byte[SAMPLES];
        G711.PCMU.encode(TurnTags.sound(tag, SAMPLES), 0, SAMPLES, codes, 0);
        byte[] message = ("{\"event\":\"media\",\"streamSid\":\"MZ1\",\"media\":{\"payload\":\""
                        + Base64.getEncoder().encodeToString(codes) + "\"}}")
                .getBytes(StandardCharsets.US_ASCII);
        stream.media(message, 0, message.length);
    }

    @Test
    void shouldCountNothingWhenTurnsFollowEachOther() {
        for (int turn = 0; turn < 3 * TurnTags.COUNT; turn++) {
            frame(turn % TurnTags.COUNT);
            frame(turn % TurnTags.COUNT);
            stream.mark("32:100:" + turn);
            stream.clear();
        }
        assertThat(stream.order().oldFrames()).isZero();
        assertThat(stream.order().oldMarks()).isZero();
    }

    @Test
    void shouldCountFramesOfATurnAfterItsClear() {
        frame(5);
        stream.clear();
        frame(5);
        frame(5);
        assertThat(stream.order().oldFrames()).isEqualTo(2);
        assertThat(stream.order().shown())
                .hasSize(2)
                .allMatch(line -> line.contains("turn 5 after the clear of turn 5; before: 5 clear 5"));
    }

    @Test
    void shouldCountFramesOfATurnWithinTheNext() {
        frame(15);
        stream.clear();
        frame(0);
        frame(15);
        assertThat(stream.order().oldFrames()).isEqualTo(1);
    }

    @Test
    void shouldCountMarksOfATurnAfterItsClear() {
        frame(5);
        stream.clear();
        stream.mark("32:100:0");
        assertThat(stream.order().oldMarks()).isEqualTo(1);
    }
}
