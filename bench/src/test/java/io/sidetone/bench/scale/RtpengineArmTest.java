package io.sidetone.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.rtp.srtp.CryptoSuite;
import org.junit.jupiter.api.Test;

class RtpengineArmTest {
    private static final String HEAD = "m=audio 4000 RTP/SAVP 0\r\n";
    private static final String LONG = "a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:a\r\n";
    private static final String SHORT = "a=crypto:12 AES_CM_128_HMAC_SHA1_32 inline:b\r\n";
    private static final String WIDER = "a=crypto:3 AES_256_CM_HMAC_SHA1_80 inline:c\r\n";

    @Test
    void shouldLeaveTheKeysOfOneSuite() {
        String all = HEAD + LONG + WIDER + SHORT + "a=ptime:20\r\n";
        assertThat(RtpengineArm.only(CryptoSuite.AES_CM_128_HMAC_SHA1_80, all))
                .isEqualTo(HEAD + LONG + "a=ptime:20\r\n");
        assertThat(RtpengineArm.only(CryptoSuite.AES_CM_128_HMAC_SHA1_32, all))
                .isEqualTo(HEAD + SHORT + "a=ptime:20\r\n");
        assertThat(RtpengineArm.only(CryptoSuite.AES_CM_128_HMAC_SHA1_80, HEAD)).isEqualTo(HEAD);
    }
}
