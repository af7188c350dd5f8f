package io.sidetone.transport.rtp.srtp;

/** Part that stays readable of a protected RTCP packet (RFC 3711 section 3.4). */
final class SrtcpPacket {
    /** First header and SSRC, in bytes. */
    static final int HEADER_BYTES = 8;

    static final int SSRC_OFFSET = 4;

    private SrtcpPacket() {}
}
