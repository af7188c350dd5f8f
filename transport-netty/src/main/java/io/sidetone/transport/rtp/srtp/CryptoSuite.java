package io.sidetone.transport.rtp.srtp;

import java.util.Arrays;
import java.util.Optional;

/** The crypto suites that calls may have (RFC 4568 section 6.2, RFC 7714 section 14.2), in the order we offer them. */
public enum CryptoSuite {
    /** AES-CM and HMAC-SHA1 with tags of 10 bytes: what every peer has. */
    AES_CM_128_HMAC_SHA1_80(14, 10, 10),
    /** AES-GCM. */
    AEAD_AES_128_GCM(12, 16, 16),
    /** AES-CM and HMAC-SHA1 with tags of 4 bytes on RTP, and of 10 on RTCP. */
    AES_CM_128_HMAC_SHA1_32(14, 4, 10);

    /** Bytes of every master key and session encryption key. */
    public static final int KEY_BYTES = 16;

    private final int saltBytes;
    private final int rtpTagBytes;
    private final int rtcpTagBytes;

    CryptoSuite(int saltBytes, int rtpTagBytes, int rtcpTagBytes) {
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

    /** Returns the bytes of master salt and session salt. */
    public int saltBytes() {
        return saltBytes;
    }

    /** Returns the bytes of master key and master salt together. */
    public int keyAndSaltBytes() {
        return KEY_BYTES + saltBytes;
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
