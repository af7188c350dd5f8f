package io.sidetone.transport.trunk.media;

/** Ways in which the digits of a trunk's peers come, besides INFO. */
public enum DtmfPolicy {
    /** As telephone events, or as tones where a peer has none. */
    AUTO,
    /** As telephone events alone (RFC 4733). */
    RFC4733,
    /** As tones alone: telephone events are not agreed on. */
    IN_BAND
}
