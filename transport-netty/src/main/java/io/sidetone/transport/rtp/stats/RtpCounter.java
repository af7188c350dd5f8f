package io.sidetone.transport.rtp.stats;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Everything a media port counts instead of logging it or throwing. */
public enum RtpCounter implements CounterName {
    /** RTP packets accepted from the caller's address. */
    PACKETS_IN("RTP packets accepted"),
    /** Payload bytes of {@link #PACKETS_IN}. */
    BYTES_IN("RTP payload bytes accepted"),
    /** RTP packets handed to the socket. */
    PACKETS_OUT("RTP packets sent"),
    /** Payload bytes of {@link #PACKETS_OUT}. */
    BYTES_OUT("RTP payload bytes sent"),

    /** Header, CSRC list, extension, padding or size that breaks RFC 3550, or a version other than 2. */
    MALFORMED("malformed datagrams"),
    /** STUN on the media port; ICE was not offered. */
    STUN_IGNORED("STUN datagrams ignored"),
    /** DTLS on the media port; keys come in SDP. */
    DTLS_IGNORED("DTLS datagrams ignored"),
    /** Packets of an encrypted call that its key did not make, plain ones among them. */
    SRTP_NOT_AUTHENTIC("packets that failed authentication"),
    /** Authentic packets of an encrypted call that had come before, or were too old to know. */
    SRTP_REPLAYED("replayed packets"),
    /** Packets from an address that is not the caller's: late ones, or somebody probing the port. */
    FOREIGN_SOURCE("packets from a foreign address"),
    /** Calls that for half a second took no packet and refused all that came. */
    MEDIA_REFUSED("calls that refused all packets for half a second"),
    /** Packets on a shared port that no call expects, or several do. */
    UNKNOWN_SOURCE("packets on a shared port of no call"),
    /** Valid packets from an allowed address that has not yet sent enough of them in a row. */
    LATCH_PROBATION("packets of an address on probation"),
    /** The port learned the address that media really comes from. */
    LATCHED("addresses latched"),
    /** A better source took the place of the one that was latched, or another one that of a silent one. */
    SOURCE_REPLACED("latched addresses replaced by another one"),
    /** Port pairs used again before they had rested. */
    PORT_NOT_RESTED("port pairs used again before they had rested"),
    /** Calls that found every port pair in use. */
    PORT_NONE_FREE("calls without a free port pair"),
    /** Packets that came before the call was answered. */
    BEFORE_ANSWER("packets before the answer"),
    /** Packets that came after the call had ended. */
    AFTER_END("packets after the end"),
    /** Packets that came although the negotiated direction has us receive nothing. */
    NOT_RECEIVING("packets against the negotiated direction"),
    /** Payload types that were never offered. */
    UNKNOWN_PAYLOAD_TYPE("packets of an unknown payload type"),

    /** First packets of a source (RFC 3550 A.1): dropped until the next one follows in sequence. */
    SOURCE_PROBATION("packets of a source on probation"),
    /** A new SSRC took over from the same address: transfer, or early media giving way to the answer. */
    SSRC_CHANGED("SSRC changes"),
    /** Sequence numbers far away from the present ones; accepted when the next one follows. */
    SEQUENCE_JUMP("packets far out of sequence"),
    /** The sequence was restarted after a jump. */
    SEQUENCE_RESTARTED("sequence restarts"),
    /** Packets already received. */
    DUPLICATE("duplicate packets"),
    /** Packets that came after their place had been given up. */
    LATE("late packets"),
    /** Packets that came after a later one, but in time to take their place. */
    REORDERED("reordered packets"),
    /** Packets given up: they had not come when their successors could wait no longer. */
    LOST("lost packets"),
    /** Packets of ours that the peer's reports say it lost. */
    FAR_LOST("packets lost by the far end"),
    /** Timestamps that went backwards or far ahead of time; the stream position goes on without them. */
    TIMESTAMP_JUMP("timestamp jumps"),

    /** Comfort noise packets (RFC 3389). */
    COMFORT_NOISE("comfort noise packets"),
    /** Comfort noise packets without a level; the noise stays as it was. */
    COMFORT_NOISE_INVALID("invalid comfort noise packets"),
    /** Digits reported (RFC 4733). */
    DIGITS("digits received"),
    /** Telephone events that are no digit (hook flash, tones), or come faster than anybody dials. */
    EVENTS_IGNORED("telephone events ignored"),
    /** Frames refused because the caller sends faster than real time. */
    AUDIO_OVERRUN("frames above real time"),
    /** Frames the lane had no room for. */
    LANE_REFUSED("frames refused by the lane"),

    /** RTCP compound packets accepted. */
    RTCP_IN("RTCP packets accepted"),
    /** RTCP compound packets sent. */
    RTCP_OUT("RTCP packets sent"),
    /** RTCP that breaks its own lengths. */
    RTCP_MALFORMED("malformed RTCP packets"),
    /** RTCP from an address that is not the caller's. */
    RTCP_FOREIGN("RTCP packets from a foreign address"),
    /** Reports whose times give a round trip below zero or above ten seconds. */
    ROUND_TRIP_IGNORED("impossible round trips"),

    /** Packets of digits we sent, in place of audio. */
    EVENT_PACKETS_OUT("telephone event packets sent"),
    /** Frames of a cancelled turn that were replaced by silence. */
    STALE_REPLACED("frames of a cancelled turn replaced by silence"),
    /** Frames of another rate or length than the codec sends; replaced by silence. */
    FRAME_MISMATCH("frames that do not fit the codec"),
    /** Frames of a call that has left the loop. */
    FRAME_WITHOUT_CALL("frames without a call"),
    /** Frames not sent because the call is on hold or the direction has us send nothing. */
    SEND_HELD("frames not sent on hold"),
    /** Frames not sent because no usable address is known yet. */
    SEND_NO_TARGET("frames not sent without an address"),
    /** Frames dropped because the socket had not taken the one before. */
    SEND_BLOCKED("frames dropped by a blocked socket"),
    /** Datagrams the operating system refused. */
    SEND_FAILED("failed sends"),
    /** Defects: exceptions in a packet handler, survived. */
    HANDLER_ERROR("errors in a packet handler");

    private final String label;

    RtpCounter(String label) {
        this.label = label;
    }

    /** Returns the name people read. */
    public String label() {
        return label;
    }

    @Override
    public CounterSeries series() {
        return CounterSeries.of("sidetone_rtp_events", "RTP packets, drops and faults by kind", "event", this);
    }
}
