package io.sidetone.transport.trunk;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sidetone.transport.rtp.packet.RtpHeader;
import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.rtp.srtp.SrtpReceiver;
import io.sidetone.transport.rtp.srtp.SrtpSender;
import io.sidetone.transport.rtp.stats.RtpStatistics;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import java.net.DatagramPacket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of a trunk with SRTP, from the offer to packets on sockets. */
class MediaEncryptionTest extends TrunkRig {
    private static final Pattern CRYPTO = Pattern.compile("a=crypto:(\\d+) (\\S+) inline:(\\S+)");

    private final MasterKey phoneKey = MasterKey.random(CryptoSuite.AES_CM_128_HMAC_SHA1_80, new Random(8));

    private void trunk(SrtpPolicy policy, boolean overPlainSignalling) {
        trunk.encryption(name -> new MediaEncryption(policy, overPlainSignalling));
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
        byte[] bytes = new byte[2048];
        ByteBuf out = Unpooled.wrappedBuffer(bytes).clear();
        RtpHeader.write(out, false, 0, sequence, sequence * 160, 77);
        int length = sender == null ? 172 : sender.protectRtp(bytes, RtpHeader.LENGTH, 172);
        phone.send(new DatagramPacket(bytes, length, loopback, port));
    }

    private static int port(byte[] sdp) {
        Matcher media = Pattern.compile("m=audio (\\d+)").matcher(text(sdp));
        assertThat(media.find()).isTrue();
        return Integer.parseInt(media.group(1));
    }

    private RtpStatistics statistics() {
        return trunk.statistics(calls.get(0).setup().callId());
    }

    /** UDP and TCP are plain; whatever else SIP travels on is TLS. */
    @ParameterizedTest
    @EnumSource(SipTransport.class)
    void shouldGiveKeysToEncryptedSignallingAlone(SipTransport transport) {
        boolean plain = transport == SipTransport.UDP || transport == SipTransport.TCP;
        assertThat(new MediaEncryption(SrtpPolicy.REQUIRED, false).allowsKeys(transport))
                .isEqualTo(!plain);
        assertThat(new MediaEncryption(SrtpPolicy.REQUIRED, true).allowsKeys(transport))
                .isTrue();
        assertThat(new MediaEncryption(SrtpPolicy.REQUIRED, false)
                                .crypto(transport, new Random(1))
                                .impossible()
                        != null)
                .isEqualTo(plain);
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

    private int openedNow(SrtpReceiver receiver) {
        try {
            return opened(receiver);
        } catch (Exception none) {
            return 0;
        }
    }
}
