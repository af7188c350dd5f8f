package io.sidetone.transport.rtp.receive;

import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.ACCEPTED;
import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.FOREIGN;
import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.LATCHED;
import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.PROBATION;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SourceLatchTest {
    private static final InetSocketAddress SDP = new InetSocketAddress("192.0.2.10", 4000);
    private static final InetSocketAddress SDP_OTHER_PORT = new InetSocketAddress("192.0.2.10", 61000);
    private static final InetSocketAddress SIGNALLING = new InetSocketAddress("198.51.100.7", 5060);
    private static final InetSocketAddress BEHIND_SIGNALLING = new InetSocketAddress("198.51.100.7", 20022);
    private static final InetSocketAddress STRANGER = new InetSocketAddress("203.0.113.66", 4000);

    private final SourceLatch latch = new SourceLatch();

    private void prove(InetSocketAddress source, int from) {
        for (int i = 0; i < SourceLatch.PACKETS_TO_LATCH - 1; i++) {
            assertThat(latch.admit(source, from + i & 0xFFFF, true)).isIn(PROBATION, ACCEPTED);
        }
        assertThat(latch.admit(source, from + 3 & 0xFFFF, true)).isEqualTo(LATCHED);
        assertThat(latch.target()).isEqualTo(source);
    }

    @Test
    void shouldRefuseEverybodyBeforeSdp() {
        assertThat(latch.admit(SDP, 1, true)).isEqualTo(FOREIGN);
        assertThat(latch.mayControl(SDP.getAddress())).isFalse();
    }

    @Test
    void shouldAcceptTheAddressOfTheSdpFromItsFirstPacketAndLockItAtTheFourth() {
        latch.announce(SDP, SIGNALLING.getAddress(), false);
        assertThat(latch.admit(SDP, 65534, true)).isEqualTo(ACCEPTED);
        assertThat(latch.target()).isNull();
        assertThat(latch.admit(SDP, 65535, true)).isEqualTo(ACCEPTED);
        assertThat(latch.admit(SDP, 0, true)).isEqualTo(ACCEPTED);
        assertThat(latch.admit(SDP, 1, true)).isEqualTo(LATCHED);
        assertThat(latch.admit(SDP_OTHER_PORT, 2, true)).isEqualTo(FOREIGN);
    }

    @Test
    void shouldLatchToAnotherPortOfTheSdpAddress() {
        latch.announce(SDP, SIGNALLING.getAddress(), false);
        prove(SDP_OTHER_PORT, 100);
        assertThat(latch.admit(SDP, 1, true)).isEqualTo(FOREIGN);
    }

    @Test
    void shouldLatchToTheSignallingAddress() {
        latch.announce(SDP, SIGNALLING.getAddress(), false);
        prove(BEHIND_SIGNALLING, 65534);
        assertThat(latch.mayControl(SIGNALLING.getAddress())).isTrue();
        assertThat(latch.mayControl(SDP.getAddress())).isTrue();
        assertThat(latch.mayControl(STRANGER.getAddress())).isFalse();
    }

    @Test
    void shouldNeverLatchToAStrangerUnlessTheTrunkIsTranslated() {
        latch.announce(SDP, SIGNALLING.getAddress(), false);
        for (int i = 0; i < 100; i++) {
            assertThat(latch.admit(STRANGER, i, true)).isEqualTo(FOREIGN);
        }
        assertThat(latch.target()).isNull();
        SourceLatch translated = new SourceLatch();
        translated.announce(SDP, SIGNALLING.getAddress(), true);
        for (int i = 0; i < 3; i++) {
            assertThat(translated.admit(STRANGER, i, true)).isEqualTo(PROBATION);
        }
        assertThat(translated.admit(STRANGER, 3, true)).isEqualTo(LATCHED);
    }

    @Test
    void shouldNotCountGapsRepeatsOrUnofferedPayloadTypesAsProof() {
        latch.announce(SDP, SIGNALLING.getAddress(), false);
        int[] numbers = {1, 2, 3, 5, 6, 7, 7, 8, 9, 11};
        for (int number : numbers) {
            assertThat(latch.admit(SDP_OTHER_PORT, number, true)).isEqualTo(PROBATION);
        }
        for (int number = 20; number < 40; number++) {
            assertThat(latch.admit(BEHIND_SIGNALLING, number, false)).isEqualTo(PROBATION);
        }
        assertThat(latch.state()).isEqualTo(SourceLatch.State.LEARNING);
    }

    @Test
    void shouldStayLockedUnderAFlood() {
        latch.announce(SDP, SIGNALLING.getAddress(), true);
        prove(SDP, 1);
        for (int i = 0; i < 50_000; i++) {
            assertThat(latch.admit(STRANGER, i & 0xFFFF, true)).isEqualTo(FOREIGN);
        }
        assertThat(latch.target()).isEqualTo(SDP);
        assertThat(latch.admit(SDP, 5, true)).isEqualTo(ACCEPTED);
    }

    @Test
    void shouldLetTheCallerThroughWhenOthersAreOnProbation() {
        long seed = 7;
        Random random = new Random(seed);
        latch.announce(SDP, SIGNALLING.getAddress(), true);
        InetSocketAddress caller = new InetSocketAddress("203.0.113.5", 33000);
        SourceLatch.Verdict verdict = PROBATION;
        for (int i = 0; i < 4; i++) {
            for (int noise = 0; noise < 20; noise++) {
                InetSocketAddress spoofed = new InetSocketAddress("203.0.113.200", 1024 + random.nextInt(60_000));
                assertThat(latch.admit(spoofed, random.nextInt(65536), true))
                        .as("seed %d", seed)
                        .isEqualTo(PROBATION);
            }
            verdict = latch.admit(caller, 500 + i, true);
            // A second packet in sequence puts the caller ahead of all that sent one.
            if (i == 0) {
                verdict = latch.admit(caller, ++i + 500, true);
            }
        }
        assertThat(verdict).isEqualTo(LATCHED);
    }

    @Test
    void shouldNotReopenWhenTheOfferIsRepeated() {
        latch.announce(SDP, SIGNALLING.getAddress(), true);
        prove(SDP_OTHER_PORT, 1);
        InetSocketAddress same = new InetSocketAddress("192.0.2.10", 4000);
        assertThat(latch.announce(same, STRANGER.getAddress(), true)).isFalse();
        assertThat(latch.target()).isEqualTo(SDP_OTHER_PORT);
        assertThat(latch.admit(STRANGER, 1, true)).isEqualTo(FOREIGN);
    }

    @Test
    void shouldLearnAgainWhenTheSdpNamesAnotherAddress() {
        latch.announce(SDP, SIGNALLING.getAddress(), false);
        prove(SDP, 1);
        InetSocketAddress moved = new InetSocketAddress("192.0.2.99", 7000);
        assertThat(latch.announce(moved, SIGNALLING.getAddress(), false)).isTrue();
        assertThat(latch.target()).isNull();
        assertThat(latch.admit(SDP, 5, true)).isEqualTo(FOREIGN);
        prove(moved, 9);
    }
}
