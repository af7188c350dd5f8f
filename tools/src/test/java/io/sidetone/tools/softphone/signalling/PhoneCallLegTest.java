package io.sidetone.tools.softphone.signalling;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.rtp.srtp.CryptoSuite;
import io.sidetone.transport.rtp.srtp.MasterKey;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.sip.ua.OfferReply;
import io.sidetone.transport.sip.ua.SipEndCause;
import io.sidetone.transport.trunk.media.MediaEncryption;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PhoneCallLegTest {
    private final Random random = new Random(3);
    private final List<MediaAgreement> agreed = new ArrayList<>();
    private final PhoneCallLeg leg = new PhoneCallLeg(
            LocalMedia.standard(InetAddress.getLoopbackAddress(), 4_000),
            new MediaEncryption(SrtpPolicy.REQUIRED, true).crypto(() -> true, random),
            1,
            System::nanoTime,
            Runnable::run,
            new PhoneCallLeg.Listener() {
                @Override
                public void onAnswered(MediaAgreement media, long nowNs) {
                    agreed.add(media);
                }

                @Override
                public void onMediaChanged(MediaAgreement media) {
                    agreed.add(media);
                }

                @Override
                public void onEnded(SipEndCause cause, String media, long nowNs) {}
            });

    private static final class Reply implements OfferReply {
        private String sdp = "";

        @Override
        public boolean accept(byte[] offer) {
            sdp = new String(offer, StandardCharsets.US_ASCII);
            return true;
        }

        @Override
        public boolean repeat() {
            return true;
        }

        @Override
        public boolean reject(int status, String reason, SipHeader... headers) {
            return true;
        }
    }

    private MasterKey key() {
        return MasterKey.random(CryptoSuite.AES_CM_128_HMAC_SHA1_80, random);
    }

    private static byte[] answer(MasterKey key) {
        return ("v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 5000 RTP/SAVP 0\r\n"
                        + "a=crypto:1 " + key.suite() + " inline:" + key.base64() + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void shouldOfferNewKeysWhenAskedAndTakeTheAnswer() {
        leg.onAnswered(answer(key()));
        Reply reply = new Reply();
        leg.onOfferRequested(reply);
        assertThat(reply.sdp)
                .contains("a=crypto:3")
                .doesNotContain(agreed.get(0).keys().local().base64());
        MasterKey later = key();
        leg.onAnswer(answer(later));
        assertThat(agreed.get(1).keys().remote()).isEqualTo(later);
        assertThat(reply.sdp).contains(agreed.get(1).keys().local().base64());
    }

    @Test
    void shouldTakeANewKeyFromTheAnswerToARefreshAfterAnOfferWithoutAnswer() {
        leg.onAnswered(answer(key()));
        leg.onOfferRequested(new Reply());
        leg.onOfferFailed(0);
        MasterKey later = key();
        leg.onAnswer(answer(later));
        assertThat(agreed.get(1).keys().remote()).isEqualTo(later);
        assertThat(agreed.get(1).keys().local()).isEqualTo(agreed.get(0).keys().local());
    }
}
