package io.sidetone.transport.sip.sdp;

/** Choice of whether the media of a call is encrypted. */
public enum SrtpPolicy {
    /** Never: an offer of RTP/SAVP is refused. */
    OFF,
    /** Encryption where the peer has it, too; otherwise not (RFC 8643). */
    OPTIONAL,
    /** Always: an offer that cannot be encrypted is refused. */
    REQUIRED
}
