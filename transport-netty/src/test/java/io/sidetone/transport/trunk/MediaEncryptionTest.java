package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.core.control.EndCause;
import io.sidetone.core.fence.Token;
import io.sidetone.core.lane.LaneEventType;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpReceiver;
import io.sidetone.transport.rtp.srtp.SrtpSender;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.trunk.media.MediaEncryption;
import java.net.DatagramPacket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of a trunk with SRTP, from the offer to packets on sockets. */
class MediaEncryptionTest extends TrunkRig {
    private static final Pattern CRYPTO = Pattern.compile("a=crypto:(\\d+) (\\S+) inline:(\\S+)");

    private final MasterKey phoneKey = MasterKey.random(CryptoSuite.AES_CM_128_HMAC_SHA1_80, new Random(8));

    @Override
    int maxCalls() {
        return 2;
    }

    private void trunk(SrtpPolicy policy, boolean overPlainSignalling) {
        draft.encryption = new MediaEncryption(policy, overPlainSignalling);
        renew();
    }

    private String secureOffer(MasterKey key) {
        return offer(
                "m=audio " + phone.getLocalPort() + " RTP/SAVP 0\r\n",
                "a=crypto:4 " + key.suite() + " inline:" + key.base64() + "\r\n");
    }

    private static MasterKey key(byte[] sdp) {
        Matcher line = CRYPTO.matcher(text(sdp));
        assertThat(line.find()).isTrue();
        CryptoSuite suite = CryptoSuite.named(line.group(2)).orElseThrow();
        return MasterKey.of(suite, Base64.getDecoder().decode(line.group(3)));
    }

    private static String text(byte[] sdp) {
        return new String(sdp, StandardCharsets.US_ASCII);
    }

    private FakeIncomingCall answered(String offer) throws Exception {
        FakeIncomingCall sip = invite(offer);
        until("the answer", () -> sip.answer != null);
        onSip(() -> sip.listener.onAck(null));
        return sip;
    }

    private int opened(SrtpReceiver receiver) throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[2048], 2048);
        phone.receive(packet);
        return receiver.openRtp(packet.getData(), RtpHeader.LENGTH, packet.getLength());
    }

    private void send(SrtpSender sender, int sequence, int port) throws Exception {
        send(sender, sequence, 77, false, port);
    }

    private void send(SrtpSender sender, int sequence, int ssrc, boolean tampered, int port) throws Exception {
        byte[] bytes = new byte[2048];
        ByteBuf out = Unpooled.wrappedBuffer(bytes).clear();
        RtpHeader.write(out, false, 0, sequence, sequence * 160, ssrc);
        int length = sender == null ? 172 : sender.protectRtp(bytes, RtpHeader.LENGTH, 172);
        bytes[length - 1] ^= (byte) (tampered ? 1 : 0);
        phone.send(new DatagramPacket(bytes, length, loopback, port));
    }

    private static int port(byte[] sdp) {
        Matcher media = Pattern.compile("m=audio (\\d+)").matcher(text(sdp));
        assertThat(media.find()).isTrue();
        return Integer.parseInt(media.group(1));
    }

    private RtpStatistics statistics() {
        return trunk.statistics(calls.get(0).setup().who().callId());
    }

    @ParameterizedTest
    @EnumSource(SipTransport.class)
    void shouldGiveKeysToEncryptedSignallingAlone(SipTransport transport) {
        assertThat(transport.encrypted()).isEqualTo(transport == SipTransport.TLS);
        for (boolean forced : new boolean[] {false, true}) {
            assertThat(new MediaEncryption(SrtpPolicy.REQUIRED, forced)
                                    .crypto(transport::encrypted, new Random(1))
                                    .impossible()
                            == null)
                    .isEqualTo(forced || transport.encrypted());
        }
    }

    @Test
    void shouldEncryptBothDirectionsAndRefuseEverythingElse() throws Exception {
        trunk(SrtpPolicy.REQUIRED, true);
        FakeIncomingCall sip = answered(secureOffer(phoneKey));
        assertThat(text(sip.answer)).contains("RTP/SAVP 0", "a=crypto:4 AES_CM_128_HMAC_SHA1_80 inline:");
        SrtpReceiver receiver = new SrtpReceiver(key(sip.answer));
        assertThat(opened(receiver)).isEqualTo(172);
        SrtpSender sender = new SrtpSender(phoneKey);
        for (int i = 0; i < 6; i++) {
            send(sender, i, port(sip.answer));
        }
        send(null, 6, port(sip.answer));
        send(new SrtpSender(phoneKey), 3, port(sip.answer));
        until(
                "the packets",
                () -> statistics().packetsIn() > 0
                        && statistics().notAuthentic() == 1
                        && statistics().replayed() == 1);
        assertThat(statistics().suite()).isEqualTo("AES_CM_128_HMAC_SHA1_80");
    }

    @Test
    void shouldFollowARollOverAndAnotherSourceAndDropWhatWasTamperedWith() throws Exception {
        trunk(SrtpPolicy.REQUIRED, true);
        FakeIncomingCall other = answered(secureOffer(phoneKey));
        FakeIncomingCall sip = answered(secureOffer(phoneKey));
        RtpStatistics[] seen = new RtpStatistics[1];
        SrtpSender sender = new SrtpSender(phoneKey);
        for (int i = 0; i < 8; i++) {
            send(sender, 0xFFFC + i & 0xFFFF, port(sip.answer));
        }
        send(sender, 4, 77, true, port(sip.answer));
        for (int i = 0; i < 8; i++) {
            send(sender, 100 + i, 78, false, port(sip.answer));
        }
        // The first packet of each source is on probation.
        until("the packets", () -> {
            seen[0] = trunk.statistics(calls.get(1).setup().who().callId());
            return seen[0].packetsIn() == 14;
        });
        assertThat(seen[0].notAuthentic()).isEqualTo(1);
        assertThat(seen[0].replayed()).isZero();
        assertThat(statistics().notAuthentic()).as("the other call").isZero();
        assertThat(other.did).doesNotContain("BYE");
    }

    @Test
    void shouldRefuseWithAWarningWhatThePolicyForbids() throws Exception {
        trunk(SrtpPolicy.OFF, false);
        FakeIncomingCall secure = invite(secureOffer(phoneKey));
        until("the refusal", () -> !secure.did.isEmpty());
        assertThat(secure.did).containsExactly("488 Warning");
        trunk(SrtpPolicy.REQUIRED, true);
        FakeIncomingCall plain = invite(goodOffer());
        until("the refusal", () -> !plain.did.isEmpty());
        assertThat(plain.did).containsExactly("488 Warning");
        trunk(SrtpPolicy.REQUIRED, false);
        for (String offer : new String[] {secureOffer(phoneKey), null}) {
            FakeIncomingCall readable = invite(offer);
            until("the refusal", () -> !readable.did.isEmpty());
            assertThat(readable.did).containsExactly("488 Warning");
        }
        assertThat(lanes.activeCalls()).isZero();
    }

    @Test
    void shouldOfferKeysWhenTheInviteHasNoDescription() throws Exception {
        trunk(SrtpPolicy.REQUIRED, true);
        FakeIncomingCall sip = invite(null);
        until("our offer", () -> sip.answer != null);
        assertThat(text(sip.answer)).contains("RTP/SAVP 0 8", "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:");
        String answer = secureOffer(phoneKey).replace("a=crypto:4", "a=crypto:1");
        onSip(() -> sip.listener.onAck(answer.getBytes(StandardCharsets.US_ASCII)));
        assertThat(opened(new SrtpReceiver(key(sip.answer)))).isEqualTo(172);
    }

    @Test
    void shouldChangeItsKeyWithThePeersAndRefuseToGoOnPlain() throws Exception {
        trunk(SrtpPolicy.REQUIRED, true);
        FakeIncomingCall sip = answered(secureOffer(phoneKey));
        MasterKey first = key(sip.answer);
        Reply same = new Reply();
        byte[] hold = (secureOffer(phoneKey) + "a=sendonly\r\n").getBytes(StandardCharsets.US_ASCII);
        onSip(() -> sip.listener.onOffer(hold, false, same));
        assertThat(key(same.sdp)).isEqualTo(first);
        Reply renewed = new Reply();
        MasterKey later = MasterKey.random(CryptoSuite.AEAD_AES_128_GCM, new Random(9));
        onSip(() -> sip.listener.onOffer(secureOffer(later).getBytes(StandardCharsets.US_ASCII), false, renewed));
        assertThat(key(renewed.sdp)).isNotEqualTo(first);
        SrtpReceiver receiver = new SrtpReceiver(key(renewed.sdp));
        until("packets of the new key", () -> openedNow(receiver) > 0);
        Reply plain = new Reply();
        onSip(() -> sip.listener.onOffer(goodOffer().getBytes(StandardCharsets.US_ASCII), false, plain));
        assertThat(plain.refused).isEqualTo(488);
        until("the suite", () -> "AEAD_AES_128_GCM".equals(statistics().suite()));
        assertThat(openedNow(receiver)).isEqualTo(172);
    }

    @ParameterizedTest
    @CsvSource({"sendonly, false", "inactive, false", "sendonly, true", "inactive, true"})
    void shouldFallSilentOnHoldAndGoOnUnderTheKeyOfTheResume(String hold, boolean renews) throws Exception {
        trunk(SrtpPolicy.REQUIRED, true);
        FakeIncomingCall sip = answered(secureOffer(phoneKey));
        SrtpReceiver first = new SrtpReceiver(key(sip.answer));
        assertThat(opened(first)).isEqualTo(172);
        Reply held = new Reply();
        onSip(() -> sip.listener.onOffer(bytes(secureOffer(phoneKey) + "a=" + hold + "\r\n"), false, held));
        assertThat(key(held.sdp)).isEqualTo(key(sip.answer));
        until("the hold", () -> calls.get(0).held());
        while (receive() >= 0) {
            assertThat(calls.get(0).held()).isTrue();
        }
        Reply resumed = new Reply();
        onSip(() -> sip.listener.onOffer(bytes(secureOffer(renews ? later(9) : phoneKey)), false, resumed));
        assertThat(key(resumed.sdp).equals(key(sip.answer))).isEqualTo(!renews);
        assertThat(opened(renews ? new SrtpReceiver(key(resumed.sdp)) : first)).isEqualTo(172);
        until("the resume", () -> !calls.get(0).held());
        SrtpSender sender = new SrtpSender(renews ? later(9) : phoneKey);
        long before = statistics().packetsIn();
        for (int i = 0; i < 6; i++) {
            send(sender, i, port(sip.answer));
        }
        until("packets of the peer", () -> statistics().packetsIn() > before);
        assertThat(statistics().notAuthentic()).isZero();
    }

    private static byte[] bytes(String sdp) {
        return sdp.getBytes(StandardCharsets.US_ASCII);
    }

    private MasterKey later(int seed) {
        return MasterKey.random(CryptoSuite.AES_CM_128_HMAC_SHA1_80, new Random(seed));
    }

    /** Waits until we send under {@code key}. */
    private void untilItSendsWith(MasterKey key) throws Exception {
        SrtpReceiver receiver = new SrtpReceiver(key);
        until("packets under that key", () -> openedNow(receiver) > 0);
    }

    private void overTls(FakeIncomingCall sip, boolean encrypted) {
        sip.transport = encrypted ? SipTransport.TLS : SipTransport.UDP;
        sip.way = sip.transport;
    }

    private FakeIncomingCall answeredOverTls() throws Exception {
        trunk(SrtpPolicy.REQUIRED, false);
        FakeIncomingCall sip = new FakeIncomingCall(secureOffer(phoneKey), "");
        overTls(sip, true);
        sip.takesRequests = true;
        sipLoop.execute(() -> trunk.onInvite(sip, System.nanoTime()));
        until("the answer", () -> sip.answer != null);
        onSip(() -> sip.listener.onAck(null));
        return sip;
    }

    private void hold(int on) {
        calls.get(0).publisher().publish(LaneEventType.HOLD_REQUEST, Token.NONE, on, 0, null, System.nanoTime());
    }

    /** RFC 3725: who asks for an offer may want it for somebody else. */
    @Test
    void shouldOfferNewKeysOfEverySuiteWhenAReInviteAsksForAnOffer() throws Exception {
        trunk(SrtpPolicy.REQUIRED, true);
        FakeIncomingCall sip = answered(secureOffer(phoneKey));
        MasterKey first = key(sip.answer);
        Reply asked = new Reply();
        onSip(() -> sip.listener.onOfferRequested(asked));
        assertThat(CRYPTO.matcher(text(asked.sdp)).results()).hasSize(6);
        assertThat(text(asked.sdp)).doesNotContain(first.base64());
        untilItSendsWith(first);
        MasterKey renewed = later(9);
        onSip(() -> sip.listener.onAnswer(bytes(secureOffer(renewed).replace("a=crypto:4", "a=crypto:1"))));
        untilItSendsWith(key(asked.sdp));
        Reply again = new Reply();
        onSip(() -> sip.listener.onOfferRequested(again));
        assertThat(text(again.sdp)).doesNotContain(key(asked.sdp).base64());
    }

    @Test
    void shouldForgetAnOfferThatTheAckLeftWithoutAnswer() throws Exception {
        trunk(SrtpPolicy.REQUIRED, true);
        FakeIncomingCall sip = answered(secureOffer(phoneKey));
        MasterKey first = key(sip.answer);
        Reply asked = new Reply();
        onSip(() -> sip.listener.onOfferRequested(asked));
        onSip(() -> sip.listener.onOfferFailed(0));
        // The answer to a refresh takes the line in force, not one of the offer that is gone.
        MasterKey renewed = later(9);
        onSip(() -> sip.listener.onAnswer(bytes(secureOffer(renewed))));
        Reply same = new Reply();
        onSip(() -> sip.listener.onOffer(bytes(secureOffer(renewed) + "a=sendonly\r\n"), false, same));
        assertThat(key(same.sdp)).isEqualTo(first);
        assertThat(sip.did).doesNotContain("BYE");
    }

    @Test
    void shouldApplyAKeyThatTheAnswerToARefreshChanges() throws Exception {
        trunk(SrtpPolicy.REQUIRED, true);
        FakeIncomingCall sip = answered(secureOffer(phoneKey));
        MasterKey renewed = later(9);
        onSip(() -> sip.listener.onAnswer(bytes(secureOffer(renewed))));
        SrtpSender sender = new SrtpSender(renewed);
        for (int i = 0; i < 6; i++) {
            send(sender, i, port(sip.answer));
        }
        until("packets under the new key", () -> statistics().packetsIn() > 3);
        assertThat(statistics().notAuthentic()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no line", "another tag", "another suite", "unknown suite", "our own key"})
    void shouldEndTheCallWithACauseWhenAnAnswerIsUnusableAndLeaveOthersAlone(String kind) throws Exception {
        trunk(SrtpPolicy.REQUIRED, true);
        FakeIncomingCall other = answered(secureOffer(phoneKey));
        FakeIncomingCall sip = answered(secureOffer(phoneKey));
        String good = secureOffer(phoneKey);
        String answer =
                switch (kind) {
                    case "no line" -> good.replaceAll("a=crypto.*\r\n", "");
                    case "another tag" -> good.replace("a=crypto:4", "a=crypto:5");
                    case "another suite" -> good.replace("SHA1_80", "SHA1_32");
                    case "unknown suite" -> good.replace("AES_CM_128", "AES_CM_512");
                    default -> secureOffer(key(sip.answer));
                };
        onSip(() -> sip.listener.onAnswer(bytes(answer)));
        until("the end", () -> sip.did.contains("BYE"));
        until("the cause", () -> calls.get(1).endCause() == EndCause.MEDIA_UNUSABLE);
        assertThat(sip.hangUpText)
                .containsAnyOf("a=crypto", "tag or suite")
                .doesNotContain(phoneKey.base64())
                .doesNotContain(key(sip.answer).base64());
        assertThat(other.did).doesNotContain("BYE");
        assertThat(calls.get(0).endCause()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            our own key    | has our own key
            one key twice  | one key for several suites
            wrong length   | key and salt have 29 bytes, and AES_CM_128_HMAC_SHA1_80 has 30
            no Base64      | no Base64
            no key         | not of the form
            unknown suite  | suite F8_128_HMAC_SHA1_80 is not supported
            several keys   | several keys
            """)
    void shouldRefuseAnOfferWithBadKeysInWordsAndGoOn(String kind, String words) throws Exception {
        trunk(SrtpPolicy.REQUIRED, true);
        FakeIncomingCall sip = answered(secureOffer(phoneKey));
        MasterKey ours = key(sip.answer);
        String line = "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:";
        String key = phoneKey.base64();
        String lines =
                switch (kind) {
                    case "our own key" -> line + ours.base64();
                    case "one key twice" ->
                        line + key + "\r\n" + line.replace("1 A", "2 A").replace("_80", "_32") + key;
                    case "wrong length" -> line + Base64.getEncoder().encodeToString(new byte[29]);
                    case "no Base64" -> line + key.replace(key.charAt(3), '!');
                    case "no key" -> "a=crypto:1 AES_CM_128_HMAC_SHA1_80";
                    case "unknown suite" -> line.replace("AES_CM", "F8") + key;
                    default -> line + key + ";inline:" + key;
                };
        String offer = offer("m=audio " + phone.getLocalPort() + " RTP/SAVP 0\r\n", lines + "\r\n");
        Reply reply = new Reply();
        onSip(() -> sip.listener.onOffer(bytes(offer), false, reply));
        assertThat(reply.refused).isEqualTo(488);
        assertThat(reply.warning).contains(words).doesNotContain(key).doesNotContain(ours.base64());
        untilItSendsWith(ours);
        if (!kind.equals("our own key")) {
            FakeIncomingCall first = invite(offer);
            until("the refusal", () -> !first.did.isEmpty());
            assertThat(first.did).containsExactly("488 Warning");
            assertThat(first.warning).contains(words).doesNotContain(key);
        }
    }

    @Test
    void shouldSendNoKeyOnceTheSignallingIsReadable() throws Exception {
        FakeIncomingCall sip = answeredOverTls();
        MasterKey ours = key(sip.answer);
        overTls(sip, false);
        Reply refresh = new Reply();
        onSip(() -> sip.listener.onOffer(bytes(secureOffer(phoneKey)), true, refresh));
        Reply renewed = new Reply();
        onSip(() -> sip.listener.onOffer(bytes(secureOffer(later(9))), false, renewed));
        Reply asked = new Reply();
        onSip(() -> sip.listener.onOfferRequested(asked));
        for (Reply reply : List.of(refresh, renewed, asked)) {
            assertThat(reply.refused).isEqualTo(488);
            assertThat(reply.repeated).isFalse();
            assertThat(reply.sdp).isNull();
            assertThat(reply.warning).contains("use TLS");
        }
        assertThat(sip.listener.mayOffer()).isFalse();
        hold(1);
        until("the refusal", () -> calls.get(0).timeline().entries().stream()
                .anyMatch(entry -> entry.text().equals("hold: 488")));
        assertThat(sip.offered).isNull();
        untilItSendsWith(ours);
        assertThat(calls.get(0).endCause()).isNull();
    }

    @Test
    void shouldRefuseTheCallWhenTheSignallingBecomesReadableBeforeItsOwnOffer() throws Exception {
        trunk(SrtpPolicy.REQUIRED, false);
        FakeIncomingCall sip = new FakeIncomingCall(null, "");
        overTls(sip, true);
        onSip(() -> {
            trunk.onInvite(sip, System.nanoTime());
            overTls(sip, false);
        });
        until("the refusal", () -> sip.did.contains("488 Warning"));
        assertThat(sip.warning).contains("use TLS");
        until("the cause", () -> calls.get(0).endCause() == EndCause.MEDIA_UNUSABLE);
        assertThat(sip.answer).isNull();
    }

    @Test
    void shouldLookAtTheWayOfItsRequestsToo() throws Exception {
        FakeIncomingCall sip = answeredOverTls();
        Reply refresh = new Reply();
        onSip(() -> sip.listener.onOffer(bytes(secureOffer(phoneKey)), true, refresh));
        assertThat(refresh.repeated).isTrue();
        sip.way = SipTransport.TCP;
        assertThat(sip.listener.mayOffer()).isFalse();
        sip.way = SipTransport.TLS;
        assertThat(sip.listener.mayOffer()).isTrue();
        hold(1);
        until("the offer", () -> sip.offered != null);
        assertThat(key(sip.offered)).isEqualTo(key(sip.answer));
    }

    private int openedNow(SrtpReceiver receiver) {
        try {
            return opened(receiver);
        } catch (Exception none) {
            return 0;
        }
    }
}
