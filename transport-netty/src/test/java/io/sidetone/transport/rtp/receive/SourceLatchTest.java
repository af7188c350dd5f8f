package io.sidetone.transport.rtp.receive;

import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.ACCEPTED;
import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.FOREIGN;
import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.LATCHED;
import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.PROBATION;
import static io.sidetone.transport.rtp.receive.SourceLatch.Verdict.REPLACED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.rtp.packet.SourceKey;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        for (int i = 0; i < SourceLatch.PACKETS_TO_LATCH; i++) {
            assertThat(latch.admit(source, from + i & 0xFFFF, true, nowNs))
                    .isIn(PROBATION, LATCHED, REPLACED, ACCEPTED);
        }
        assertThat(latch.source()).isEqualTo(source);
        assertThat(latch.admit(source, from + 4 & 0xFFFF, true, nowNs)).isEqualTo(ACCEPTED);
    }

    @Test
    void shouldRefuseEverybodyBeforeSdp() {
        assertThat(latch.admit(SDP, 1, true, nowNs)).isEqualTo(FOREIGN);
        assertThat(latch.mayControl(SDP.getAddress())).isFalse();
    }

    @Test
    void shouldLatchToTheAddressOfTheSdpAtItsFirstPacket() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE, nowNs);
        assertThat(latch.admit(SDP, 65535, false, nowNs)).as("proves nothing").isEqualTo(ACCEPTED);
        assertThat(latch.target()).isNull();
        assertThat(latch.admit(SDP, 65535, true, nowNs)).isEqualTo(LATCHED);
        assertThat(latch.target()).isEqualTo(SDP);
        assertThat(latch.admit(SDP, 0, true, nowNs)).isEqualTo(ACCEPTED);
        assertThat(latch.admit(SDP_OTHER_PORT, 2, true, nowNs)).isEqualTo(FOREIGN);
    }

    /** Addresses of IPv6 have more bits than the number by which they are compared first. */
    @Test
    void shouldTakeNoAddressForTheCallersThatHasTheSameNumber() {
        InetSocketAddress caller = new InetSocketAddress("2001:db8::1:0:0:0:2", 4000);
        InetSocketAddress other = new InetSocketAddress("2001:db8::2:0:0:0:1", 4000);
        assertThat(SourceKey.of(other)).isEqualTo(SourceKey.of(caller));
        latch.announce(caller, null, OtherSources.NONE, nowNs);
        prove(caller, 1);
        assertThat(latch.admit(other, 5, true, nowNs)).isEqualTo(FOREIGN);
        assertThat(latch.admit(caller, 5, true, nowNs)).isEqualTo(ACCEPTED);
    }

    /** The four who may send first, then the announced address itself. */
    @ParameterizedTest
    @CsvSource({
        "192.0.2.10:61000, false",
        "198.51.100.7:20022, false",
        "192.0.2.10:61000, true",
        "198.51.100.7:20022, true",
        "203.0.113.66:4000, true"
    })
    void shouldHearAnotherSourceUntilTheAnnouncedAddressSends(String address, boolean translated) {
        InetSocketAddress other = address(address);
        latch.announce(SDP, SIGNALLING.getAddress(), translated ? OtherSources.ANY : OtherSources.NONE, nowNs);
        prove(other, 100);
        assertThat(latch.target())
                .as("media follows it where the trunk is translated")
                .isEqualTo(translated ? other : null);
        for (int i = 0; i < 400; i++) {
            assertThat(speak(other, 105 + i, 1)).isEqualTo(ACCEPTED);
        }
        assertThat(speak(SDP, 9, 1)).as("one may be a stray packet").isEqualTo(PROBATION);
        assertThat(speak(other, 505, 1)).isEqualTo(ACCEPTED);
        assertThat(speak(SDP, 10, 1)).isEqualTo(REPLACED);
        assertThat(latch.target()).isEqualTo(SDP);
        for (int i = 0; i < 400; i++) {
            assertThat(speak(SDP, 11 + i, 1)).isEqualTo(ACCEPTED);
            assertThat(speak(other, 506 + i, 1)).isEqualTo(FOREIGN);
        }
    }

    @Test
    void shouldTakeTheAnnouncedAddressAtItsFirstPacketWhenTheOtherSourceHasStopped() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE, nowNs);
        prove(SDP_OTHER_PORT, 1);
        nowNs += SourceLatch.SENDING_NS;
        assertThat(latch.admit(SDP, 1, true, nowNs)).isEqualTo(REPLACED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotLetLatePacketsOfTheStreamBeforeLeadMediaAway(boolean translated) {
        OtherSources others = translated ? OtherSources.ANY : OtherSources.NONE;
        InetSocketAddress moved = new InetSocketAddress("192.0.2.10", 7000);
        latch.announce(SDP, SIGNALLING.getAddress(), others, nowNs);
        prove(SDP, 1);
        assertThat(latch.announce(moved, SIGNALLING.getAddress(), others, nowNs))
                .isTrue();
        assertThat(speak(SDP, 6, 49)).as("heard until the new stream comes").isEqualTo(ACCEPTED);
        assertThat(latch.target()).as("media goes where the SDP says").isNull();
        speak(moved, 900, 2);
        assertThat(latch.target()).isEqualTo(moved);
        for (int i = 0; i < 200; i++) {
            assertThat(speak(SDP, 55 + i, 1)).isEqualTo(FOREIGN);
            assertThat(speak(moved, 902 + i, 1)).isEqualTo(ACCEPTED);
        }
        assertThat(latch.target()).isEqualTo(moved);
    }

    @Test
    void shouldFollowTheOldSourceOfATranslatedTrunkWhenItsPacketsAreNotLateOnes() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
        prove(SDP_OTHER_PORT, 1);
        latch.announce(new InetSocketAddress("192.0.2.10", 7000), SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
        speak(SDP_OTHER_PORT, 6, 49);
        assertThat(latch.target()).isNull();
        speak(SDP_OTHER_PORT, 55, 1);
        assertThat(latch.target()).isEqualTo(SDP_OTHER_PORT);
    }

    /** Musical hold, early media: from a port of its own while the usual one is silent. */
    @Test
    void shouldHearAnotherPortOfTheCallerWhileTheAnnouncedOneIsSilent() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE, nowNs);
        prove(SDP, 1);
        assertThat(speak(SDP_OTHER_PORT, 49)).isEqualTo(FOREIGN);
        speak(SDP_OTHER_PORT, 49, 5);
        assertThat(latch.source()).isEqualTo(SDP_OTHER_PORT);
        assertThat(latch.target()).as("media does not follow").isNull();
        speak(SDP, 6, 2);
        assertThat(latch.source()).isEqualTo(SDP);
    }

    /** Whatever is announced and sent in whatever order: two packets in sequence of the announced address have the call. */
    @Property(tries = 2_000)
    void shouldAlwaysBeWonByTheAnnouncedAddress(
            @ForAll @Size(max = 60) List<@IntRange(max = 9) Integer> steps, @ForAll boolean translated) {
        InetSocketAddress[] sources = {
            SDP, SDP_OTHER_PORT, BEHIND_SIGNALLING, STRANGER, new InetSocketAddress("192.0.2.99", 7000)
        };
        OtherSources others = translated ? OtherSources.ANY : OtherSources.NONE;
        SourceLatch any = new SourceLatch();
        long now = 5;
        InetSocketAddress announced = SDP;
        any.announce(announced, SIGNALLING.getAddress(), others, now);
        int[] sequences = new int[sources.length];
        for (int step : steps) {
            int which = step % sources.length;
            if (step < sources.length) {
                for (int packet = 0; packet < 5; packet++) {
                    now += 20_000_000L;
                    any.admit(sources[which], sequences[which]++, true, now);
                }
            } else {
                announced = sources[which];
                any.announce(announced, SIGNALLING.getAddress(), others, now);
            }
            if (!translated) {
                assertThat(any.target()).isIn(null, announced);
            }
        }
        now += 20_000_000L;
        any.admit(announced, 40_000, true, now);
        any.admit(announced, 40_001, true, now);
        assertThat(any.target()).isEqualTo(announced);
        assertThat(any.admit(announced, 40_002, true, now)).isEqualTo(ACCEPTED);
    }

    @Test
    void shouldLatchToTheSignallingAddress() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE, nowNs);
        prove(BEHIND_SIGNALLING, 65534);
        assertThat(latch.mayControl(SIGNALLING.getAddress())).isTrue();
        assertThat(latch.mayControl(SDP.getAddress())).isTrue();
        assertThat(latch.mayControl(STRANGER.getAddress())).isFalse();
    }

    @Test
    void shouldNeverLatchToAStrangerUnlessTheTrunkIsTranslated() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE, nowNs);
        for (int i = 0; i < 100; i++) {
            assertThat(latch.admit(STRANGER, i, true, nowNs)).isEqualTo(FOREIGN);
        }
        assertThat(latch.target()).isNull();
        SourceLatch translated = new SourceLatch();
        translated.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
        for (int i = 0; i < 3; i++) {
            assertThat(translated.admit(STRANGER, i, true, nowNs)).isEqualTo(PROBATION);
        }
        assertThat(translated.admit(STRANGER, 3, true, nowNs)).isEqualTo(LATCHED);
    }

    @Test
    void shouldNotCountGapsRepeatsOrUnofferedPayloadTypesAsProof() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE, nowNs);
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
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
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
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
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
    void shouldLeadMediaBackToTheAnnouncedAddressWhenThatIsAnnouncedAgain() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
        prove(SDP_OTHER_PORT, 1);
        InetSocketAddress same = new InetSocketAddress("192.0.2.10", 4000);
        assertThat(latch.announce(same, SIGNALLING.getAddress(), OtherSources.ANY, nowNs))
                .isFalse();
        assertThat(latch.target()).isNull();
        assertThat(latch.admit(SDP_OTHER_PORT, 6, true, nowNs)).isEqualTo(ACCEPTED);
        assertThat(latch.admit(STRANGER, 1, true, nowNs)).isEqualTo(FOREIGN);
        assertThat(speak(SDP_OTHER_PORT, 7, 60)).isEqualTo(ACCEPTED);
        assertThat(latch.target()).as("it is the caller behind translation").isEqualTo(SDP_OTHER_PORT);
    }

    @Test
    void shouldLearnAgainWhenTheSdpNamesAnotherAddress() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.NONE, nowNs);
        prove(SDP, 1);
        InetSocketAddress moved = new InetSocketAddress("192.0.2.99", 7000);
        assertThat(latch.announce(moved, SIGNALLING.getAddress(), OtherSources.NONE, nowNs))
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
    @ValueSource(strings = {"192.0.2.10:61000", "198.51.100.7:20022"})
    void shouldGiveTheCallBackToTheCallerWhenAStrangerSentFirst(String address) {
        InetSocketAddress caller = address(address);
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
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
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
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
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
        prove(STRANGER, 1);
        speak(SDP, 4);
        nowNs += 2 * SourceLatch.YOUNG_NS;
        speak(STRANGER, 4);
        assertThat(latch.target()).isEqualTo(STRANGER);
        assertThat(speak(SDP, 900, 1)).isEqualTo(PROBATION);
        assertThat(speak(STRANGER, 4, 1)).isEqualTo(ACCEPTED);
        assertThat(speak(SDP, 901, 1)).isEqualTo(REPLACED);
        assertThat(speak(STRANGER, 7, 49)).isEqualTo(FOREIGN);
    }

    @Test
    void shouldLetOnlyNamedSourcesStandInForASilentOne() {
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
        prove(SDP, 1);
        nowNs += 2 * SourceLatch.YOUNG_NS;
        assertThat(speak(STRANGER, 1_000)).as("it was never proven").isEqualTo(FOREIGN);
        speak(BEHIND_SIGNALLING, 4);
        assertThat(latch.target()).isEqualTo(BEHIND_SIGNALLING);
        SourceLatch listed = new SourceLatch();
        listed.announce(SDP, SIGNALLING.getAddress(), other -> other.equals(STRANGER.getAddress()), nowNs);
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
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
        prove(STRANGER, 1);
        speak(SDP, 4);
        InetSocketAddress moved = new InetSocketAddress("192.0.2.99", 7000);
        latch.announce(moved, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
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
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
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
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
        prove(STRANGER, 1);
        assertThat(speak(STRANGER, 250)).isEqualTo(ACCEPTED);
        assertThat(speak(SDP_OTHER_PORT, 40)).as("800 ms of silence").isEqualTo(FOREIGN);
        assertThat(speak(STRANGER, 1)).isEqualTo(ACCEPTED);
        assertThat(speak(SDP_OTHER_PORT, 52)).isEqualTo(PROBATION);
        speak(SDP_OTHER_PORT, 4);
        assertThat(latch.target()).isEqualTo(SDP_OTHER_PORT);
    }

    @Test
    void shouldLetAnEqualSourceInOnlyEarlyAndOnlyAfterASilentOne() {
        InetSocketAddress caller = new InetSocketAddress("203.0.113.5", 33_000);
        latch.announce(SDP, SIGNALLING.getAddress(), OtherSources.ANY, nowNs);
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
        latch.announce(SDP, SIGNALLING.getAddress(), other -> other.equals(caller.getAddress()), nowNs);
        assertThat(speak(STRANGER, 100)).isEqualTo(FOREIGN);
        prove(caller, 1);
        speak(BEHIND_SIGNALLING, 4);
        assertThat(latch.target()).isEqualTo(BEHIND_SIGNALLING);
    }
}
