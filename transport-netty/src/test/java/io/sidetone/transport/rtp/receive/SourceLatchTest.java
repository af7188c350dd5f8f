package io.sidetone.transport.rtp.receive;

import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.ACCEPTED;
import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.FOREIGN;
import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.LATCHED;
import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.PROBATION;
import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.REPLACED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.rtp.packet.SourceKey;
import java.net.InetSocketAddress;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceLatchTest {
    private static final InetSocketAddress SDP = new InetSocketAddress("192.0.2.10", 4000);
    private static final InetSocketAddress SDP_OTHER_PORT = new InetSocketAddress("192.0.2.10", 61000);
    private static final InetSocketAddress SIGNALLING = new InetSocketAddress("198.51.100.7", 5060);
    private static final InetSocketAddress BEHIND_SIGNALLING = new InetSocketAddress("198.51.100.7", 20022);
    private static final InetSocketAddress STRANGER = new InetSocketAddress("203.0.113.66", 4000);

    private final SourceLatch latch = new SourceLatch();
    private long nowNs = 77_000_000_000L;

    private void prove(InetSocketAddress source, int from) {
        for (int i = 0; i < SourceLatch.PACKETS_TO_LATCH - 1; i++) {
            assertThat(latch.admit(source, from + i & 0xFFFF, true, nowNs)).isIn(PROBATION, ACCEPTED);
        }
        assertThat(latch.admit(source, from + 3 & 0xFFFF, true, nowNs)).isEqualTo(LATCHED);
        assertThat(latch.target()).isEqualTo(source);
    }

    @Test
    void shouldRefuseEverybodyBeforeSdp() {
        assertThat(latch.admit(SDP, 1, true, nowNs)).isEqualTo(FOREIGN);
        assertThat(latch.mayControl(SDP.getAddress())).isFalse();
    }

    @Test
    void shouldAcceptTheAddressOfTheSdpFromItsFirstPacketAndLockItAtTheFourth() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE);
        assertThat(latch.admit(SDP, 65534, true, nowNs)).isEqualTo(ACCEPTED);
        assertThat(latch.target()).isNull();
        assertThat(latch.admit(SDP, 65535, true, nowNs)).isEqualTo(ACCEPTED);
        assertThat(latch.admit(SDP, 0, true, nowNs)).isEqualTo(ACCEPTED);
        assertThat(latch.admit(SDP, 1, true, nowNs)).isEqualTo(LATCHED);
        assertThat(latch.admit(SDP_OTHER_PORT, 2, true, nowNs)).isEqualTo(FOREIGN);
    }

    /** Addresses of IPv6 have more bits than the number by which they are compared first. */
    @Test
    void shouldTakeNoAddressForTheCallersThatHasTheSameNumber() {
        InetSocketAddress caller = new InetSocketAddress("2001:db8::1:0:0:0:2", 4000);
        InetSocketAddress other = new InetSocketAddress("2001:db8::2:0:0:0:1", 4000);
        assertThat(SourceKey.of(other)).isEqualTo(SourceKey.of(caller));
        latch.announce(caller, null, OtherSources.NONE);
        prove(caller, 1);
        assertThat(latch.admit(other, 5, true, nowNs)).isEqualTo(FOREIGN);
        assertThat(latch.admit(caller, 5, true, nowNs)).isEqualTo(ACCEPTED);
    }

    @Test
    void shouldLatchToAnotherPortOfTheSdpAddress() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE);
        prove(SDP_OTHER_PORT, 100);
        assertThat(latch.admit(SDP, 1, true, nowNs)).isEqualTo(FOREIGN);
    }

    @Test
    void shouldLatchToTheSignallingAddress() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE);
        prove(BEHIND_SIGNALLING, 65534);
        assertThat(latch.mayControl(SIGNALLING.getAddress())).isTrue();
        assertThat(latch.mayControl(SDP.getAddress())).isTrue();
        assertThat(latch.mayControl(STRANGER.getAddress())).isFalse();
    }

    @Test
    void shouldNeverLatchToAStrangerUnlessTheTrunkIsTranslated() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE);
        for (int i = 0; i < 100; i++) {
            assertThat(latch.admit(STRANGER, i, true, nowNs)).isEqualTo(FOREIGN);
        }
        assertThat(latch.target()).isNull();
        SourceLatch translated = new SourceLatch();
        translated.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        for (int i = 0; i < 3; i++) {
            assertThat(translated.admit(STRANGER, i, true, nowNs)).isEqualTo(PROBATION);
        }
        assertThat(translated.admit(STRANGER, 3, true, nowNs)).isEqualTo(LATCHED);
    }

    @Test
    void shouldNotCountGapsRepeatsOrUnofferedPayloadTypesAsProof() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE);
        int[] numbers = {1, 2, 3, 5, 6, 7, 7, 8, 9, 11};
        for (int number : numbers) {
            assertThat(latch.admit(SDP_OTHER_PORT, number, true, nowNs)).isEqualTo(PROBATION);
        }
        for (int number = 20; number < 40; number++) {
            assertThat(latch.admit(BEHIND_SIGNALLING, number, false, nowNs)).isEqualTo(PROBATION);
        }
        assertThat(latch.state()).isEqualTo(SourceLatch.State.LEARNING);
    }

    @Test
    void shouldStayLockedUnderAFlood() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        prove(SDP, 1);
        for (int i = 0; i < 50_000; i++) {
            assertThat(latch.admit(STRANGER, i & 0xFFFF, true, nowNs)).isEqualTo(FOREIGN);
        }
        assertThat(latch.target()).isEqualTo(SDP);
        assertThat(latch.admit(SDP, 5, true, nowNs)).isEqualTo(ACCEPTED);
    }

    @Test
    void shouldLetTheCallerThroughWhenOthersAreOnProbation() {
        long seed = 7;
        Random random = new Random(seed);
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        InetSocketAddress caller = new InetSocketAddress("203.0.113.5", 33000);
        SourceLatch.Verdict verdict = PROBATION;
        for (int i = 0; i < 4; i++) {
            for (int noise = 0; noise < 20; noise++) {
                InetSocketAddress spoofed = new InetSocketAddress("203.0.113.200", 1024 + random.nextInt(60_000));
                assertThat(latch.admit(spoofed, random.nextInt(65536), true, nowNs))
                        .as("seed %d", seed)
                        .isEqualTo(PROBATION);
            }
            verdict = latch.admit(caller, 500 + i, true, nowNs);
            // A second packet in sequence puts the caller ahead of all that sent one.
            if (i == 0) {
                verdict = latch.admit(caller, ++i + 500, true, nowNs);
            }
        }
        assertThat(verdict).isEqualTo(LATCHED);
    }

    @Test
    void shouldNotReopenWhenTheOfferIsRepeated() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        prove(SDP_OTHER_PORT, 1);
        InetSocketAddress same = new InetSocketAddress("192.0.2.10", 4000);
        assertThat(latch.announce(same, STRANGER.getAddress(), OtherSources.ANY))
                .isFalse();
        assertThat(latch.target()).isEqualTo(SDP_OTHER_PORT);
        assertThat(latch.admit(STRANGER, 1, true, nowNs)).isEqualTo(FOREIGN);
    }

    @Test
    void shouldLearnAgainWhenTheSdpNamesAnotherAddress() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE);
        prove(SDP, 1);
        InetSocketAddress moved = new InetSocketAddress("192.0.2.99", 7000);
        assertThat(latch.announce(moved, SIGNALLING.getAddress(), OtherSources.NONE))
                .isTrue();
        assertThat(latch.target()).isNull();
        assertThat(latch.admit(SDP, 5, true, nowNs)).isEqualTo(FOREIGN);
        prove(moved, 9);
    }

    /** What {@code source} is taken for when it sends {@code packets} of 20 ms. */
    private SourceLatch.Verdict speak(InetSocketAddress source, int packets) {
        return speak(source, 0, packets);
    }

    private SourceLatch.Verdict speak(InetSocketAddress source, int from, int packets) {
        SourceLatch.Verdict last = null;
        for (int i = 0; i < packets; i++) {
            nowNs += 20_000_000L;
            last = latch.admit(source, from + i, true, nowNs);
        }
        return last;
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.10:4000", "192.0.2.10:61000", "198.51.100.7:20022"})
    void shouldGiveTheCallBackToTheCallerWhenAStrangerSentFirst(String address) {
        InetSocketAddress caller = address(address);
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        prove(STRANGER, 1);
        assertThat(speak(STRANGER, 20)).isEqualTo(ACCEPTED);
        assertThat(speak(caller, 3)).isEqualTo(PROBATION);
        assertThat(latch.admit(caller, 3, true, nowNs)).isEqualTo(REPLACED);
        assertThat(latch.target()).isEqualTo(caller);
        for (int i = 4; i < 1_000; i++) {
            assertThat(speak(caller, i, 1)).isEqualTo(ACCEPTED);
            assertThat(speak(STRANGER, i, 1)).as("it does not come back").isEqualTo(FOREIGN);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"198.51.100.7:20022", "203.0.113.66:4000"})
    void shouldReturnToTheReplacedSourceWhenTheBetterOneFallsSilent(String address) {
        InetSocketAddress caller = address(address);
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        prove(caller, 1);
        speak(SDP, 4);
        assertThat(latch.target()).isEqualTo(SDP);
        nowNs += 10 * SourceLatch.YOUNG_NS;
        speak(SDP, 4, 1);
        assertThat(speak(caller, 49)).as("not silent for a second").isEqualTo(FOREIGN);
        assertThat(speak(caller, 49, 3)).as("to be proven again").isEqualTo(PROBATION);
        assertThat(speak(caller, 52, 1)).isEqualTo(REPLACED);
        assertThat(latch.target()).isEqualTo(caller);
        assertThat(speak(caller, 53, 100)).isEqualTo(ACCEPTED);
    }

    @Test
    void shouldGiveTheBetterSourceItsPlaceBackWhenItIsHeardAgain() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        prove(STRANGER, 1);
        speak(SDP, 4);
        nowNs += 2 * SourceLatch.YOUNG_NS;
        speak(STRANGER, 4);
        assertThat(latch.target()).isEqualTo(STRANGER);
        for (int i = 0; i < 3; i++) {
            assertThat(speak(SDP, 900 + i, 1)).isEqualTo(PROBATION);
            assertThat(speak(STRANGER, 4 + i, 1)).isEqualTo(ACCEPTED);
        }
        assertThat(speak(SDP, 903, 1)).isEqualTo(REPLACED);
        assertThat(speak(STRANGER, 7, 49)).isEqualTo(FOREIGN);
    }

    @Test
    void shouldLetOnlyNamedSourcesStandInForASilentOne() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        prove(SDP, 1);
        nowNs += 2 * SourceLatch.YOUNG_NS;
        assertThat(speak(STRANGER, 1_000)).as("it was never proven").isEqualTo(FOREIGN);
        speak(BEHIND_SIGNALLING, 4);
        assertThat(latch.target()).isEqualTo(BEHIND_SIGNALLING);
        SourceLatch listed = new SourceLatch();
        listed.announce(SDP, SIGNALLING.getAddress(), other -> other.equals(STRANGER.getAddress()));
        for (int i = 0; i < 4; i++) {
            listed.admit(SDP, i, true, nowNs);
        }
        nowNs += 2 * SourceLatch.YOUNG_NS;
        for (int i = 0; i < 4; i++) {
            listed.admit(STRANGER, i, true, nowNs);
        }
        assertThat(listed.target()).as("of a listed network").isEqualTo(STRANGER);
    }

    @Test
    void shouldForgetReplacedSourcesWhenTheSdpNamesAnotherAddress() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        prove(STRANGER, 1);
        speak(SDP, 4);
        InetSocketAddress moved = new InetSocketAddress("192.0.2.99", 7000);
        latch.announce(moved, SIGNALLING.getAddress(), OtherSources.ANY);
        prove(moved, 9);
        nowNs += 2 * SourceLatch.YOUNG_NS;
        assertThat(speak(STRANGER, 100)).isEqualTo(FOREIGN);
    }

    private static InetSocketAddress address(String text) {
        int colon = text.indexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    @Test
    void shouldRankTheAnnouncedAddressBeforeThatOfSignallingAndNeverTheOtherWay() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        prove(BEHIND_SIGNALLING, 1);
        assertThat(speak(STRANGER, 10)).isEqualTo(FOREIGN);
        speak(SDP_OTHER_PORT, 4);
        assertThat(latch.target()).isEqualTo(SDP_OTHER_PORT);
        speak(SDP, 4);
        assertThat(latch.target()).isEqualTo(SDP);
        assertThat(speak(BEHIND_SIGNALLING, 10)).isEqualTo(FOREIGN);
        assertThat(speak(SDP_OTHER_PORT, 10)).isEqualTo(FOREIGN);
        assertThat(latch.target()).isEqualTo(SDP);
    }

    @Test
    void shouldLetABetterSourceInAfterFiveSecondsOnlyWhenThePresentOneIsSilentForOne() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        prove(STRANGER, 1);
        assertThat(speak(STRANGER, 250)).isEqualTo(ACCEPTED);
        assertThat(speak(SDP, 40)).as("800 ms of silence").isEqualTo(FOREIGN);
        assertThat(speak(STRANGER, 1)).isEqualTo(ACCEPTED);
        assertThat(speak(SDP, 52)).isEqualTo(PROBATION);
        speak(SDP, 4);
        assertThat(latch.target()).isEqualTo(SDP);
    }

    @Test
    void shouldLetAnEqualSourceInOnlyEarlyAndOnlyAfterASilentOne() {
        InetSocketAddress caller = new InetSocketAddress("203.0.113.5", 33_000);
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY);
        prove(STRANGER, 1);
        assertThat(speak(caller, 49)).isEqualTo(FOREIGN);
        speak(caller, 5);
        assertThat(latch.target()).as("a stranger that only passed by").isEqualTo(caller);
        speak(caller, 250);
        nowNs += 60 * SourceLatch.SILENT_NS;
        assertThat(speak(STRANGER, 100)).as("the caller pauses").isEqualTo(FOREIGN);
    }

    @Test
    void shouldTakeOthersFromTheListedNetworksAlone() {
        InetSocketAddress caller = new InetSocketAddress("203.0.113.5", 33_000);
        latch.announce(SDP, SIGNALLING.getAddress(), other -> other.equals(caller.getAddress()));
        assertThat(speak(STRANGER, 100)).isEqualTo(FOREIGN);
        prove(caller, 1);
        speak(BEHIND_SIGNALLING, 4);
        assertThat(latch.target()).isEqualTo(BEHIND_SIGNALLING);
    }

    @Test
    void shouldNeverReplaceASourceOfATrunkThatIsNotTranslated() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE);
        prove(BEHIND_SIGNALLING, 1);
        nowNs += 2 * SourceLatch.SILENT_NS;
        assertThat(speak(SDP, 500)).isEqualTo(FOREIGN);
        assertThat(latch.target()).isEqualTo(BEHIND_SIGNALLING);
    }
}
