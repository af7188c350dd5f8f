package io.sidetone.tools.softphone.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpKeys;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MediaKeysTest {
    private final MasterKey phone = MasterKey.random(CryptoSuite.AES_CM_128_HMAC_SHA1_80, new Random(1));
    private final MasterKey agent = MasterKey.random(CryptoSuite.AES_CM_128_HMAC_SHA1_80, new Random(2));
    private final MediaKeys near = new MediaKeys();
    private final MediaKeys far = new MediaKeys();

    private static ByteBuffer packet(int sequence) {
        ByteBuffer packet = ByteBuffer.allocate(RtpDatagram.HEADER_BYTES + 160);
        RtpDatagram.putHeader(packet, false, 0, sequence, 160 * sequence, 7);
        return packet.put((byte) 42).clear();
    }

    /** What would be on the wire, kept. */
    private static ByteBuffer sent(MediaKeys by, int sequence) {
        ByteBuffer out = by.protect(packet(sequence));
        return ByteBuffer.wrap(Arrays.copyOf(out.array(), out.limit()));
    }

    private void agree() {
        near.agreed(new SrtpKeys(phone, agent));
        far.agreed(new SrtpKeys(agent, phone));
    }

    @Test
    void shouldPassPacketsAsTheyAreWithoutKeys() {
        ByteBuffer plain = packet(1);
        assertThat(near.protect(plain)).isSameAs(plain);
        assertThat(near.open(plain)).isSameAs(plain);
    }

    @Test
    void shouldOpenWhatTheOtherSideProtectedOnce() {
        agree();
        ByteBuffer wire = sent(near, 1);
        assertThat(wire).isNotEqualTo(packet(1));
        assertThat(wire.limit()).isEqualTo(packet(1).limit() + 10);
        assertThat(far.open(wire)).isEqualTo(packet(1));
        assertThat(far.open(wire)).as("a replay").isNull();
    }

    @Test
    void shouldReadNothingBeforeTheAnswerOrThatIsPlain() {
        near.await();
        assertThat(near.open(packet(1))).isNull();
        agree();
        assertThat(near.open(packet(2))).isNull();
        near.agreed(null);
        assertThat(near.open(packet(3))).isEqualTo(packet(3));
    }

    @Test
    void shouldKeepItsCountersWhileTheKeysStay() {
        agree();
        ByteBuffer wire = sent(near, 1);
        assertThat(far.open(wire)).isNotNull();
        agree();
        assertThat(far.open(wire)).as("a replay after the same keys").isNull();
        far.agreed(new SrtpKeys(agent, MasterKey.random(CryptoSuite.AES_CM_128_HMAC_SHA1_80, new Random(3))));
        assertThat(far.open(sent(near, 2))).as("the former key").isNull();
    }

    @Test
    void shouldCountRollOversOnWithNewKeys() {
        agree();
        assertThat(far.open(sent(near, 0xFFFF))).isNotNull();
        assertThat(far.open(sent(near, 0))).isNotNull();
        MasterKey later = MasterKey.random(CryptoSuite.AES_CM_128_HMAC_SHA1_80, new Random(4));
        near.agreed(new SrtpKeys(later, agent));
        ByteBuffer wire = sent(near, 1);
        MediaKeys stranger = new MediaKeys();
        stranger.agreed(new SrtpKeys(agent, later));
        assertThat(stranger.open(ByteBuffer.wrap(Arrays.copyOf(wire.array(), wire.limit()))))
                .as("a first roll-over is guessed")
                .isNotNull();
        sent(near, 0xFFFF);
        assertThat(stranger.open(sent(near, 0xFFFE)))
                .as("two roll-overs are not")
                .isNull();
        far.agreed(new SrtpKeys(agent, later));
        assertThat(far.open(wire)).isEqualTo(packet(1));
    }
}
