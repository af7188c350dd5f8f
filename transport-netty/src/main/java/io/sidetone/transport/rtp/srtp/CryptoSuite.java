package io.sidetone.transport.rtp.srtp;

import java.util.Arrays;
import java.util.Optional;

/** The crypto suites that calls may have (RFC 4568 section 6.2, RFC 6188 section 4, RFC 7714 section 14.2), in the order we offer them. */
public enum CryptoSuite {
    /** AES-CM and HMAC-SHA1 with tags of 10 bytes: what every peer has. */
    AES_CM_128_HMAC_SHA1_80(16, 14, 10, 10),
    /** AES-GCM. */
    AEAD_AES_128_GCM(16, 12, 16, 16),
    /** AES-CM and HMAC-SHA1 with tags of 4 bytes on RTP, and of 10 on RTCP. */
    AES_CM_128_HMAC_SHA1_32(16, 14, 4, 10),
    /** AES-CM with keys of 32 bytes, and HMAC-SHA1 with tags of 10. */
    AES_256_CM_HMAC_SHA1_80(32, 14, 10, 10),
    /** AES-GCM with keys of 32 bytes. */
    AEAD_AES_256_GCM(32, 12, 16, 16),
    /** AES-CM with keys of 32 bytes, and HMAC-SHA1 with tags of 4 bytes on RTP, and of 10 on RTCP. */
    AES_256_CM_HMAC_SHA1_32(32, 14, 4, 10);

    private final int keyBytes;
    private final int saltBytes;
    private final int rtpTagBytes;
    private final int rtcpTagBytes;

    CryptoSuite(int keyBytes, int saltBytes, int rtpTagBytes, int rtcpTagBytes) {
        this.keyBytes = keyBytes;
        this.saltBytes = saltBytes;
        this.rtpTagBytes = rtpTagBytes;
        this.rtcpTagBytes = rtcpTagBytes;
    }

    /** Returns the suite of this name, which compares without case. */
    public static Optional<CryptoSuite> named(String name) {
        return Arrays.stream(values())
                .filter(suite -> suite.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** Returns the bytes of master key and session encryption key. */
    int keyBytes() {
        return keyBytes;
    }

    /** Returns whether the tag is a part of what is encrypted (AES-GCM). */
    boolean sealed() {
        return this == AEAD_AES_128_GCM || this == AEAD_AES_256_GCM;
    }

    /** Returns the bytes of master salt and session salt. */
    public int saltBytes() {
        return saltBytes;
    }

    /** Returns the bytes of master key and master salt together. */
    public int keyAndSaltBytes() {
        return keyBytes + saltBytes;
    }

    /** Returns the bytes of the tag behind an RTP packet. */
    int rtpTagBytes() {
        return rtpTagBytes;
    }

    /** Returns the bytes of the tag behind an RTCP packet. */
    int rtcpTagBytes() {
        return rtcpTagBytes;
    }
}
