package io.sidetone.transport.rtp.stats;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Everything a media port counts instead of logging it or throwing. */
public enum RtpCounter implements CounterName {
    /** RTP packets accepted from the caller's address. */
    PACKETS_IN,
    /** Payload bytes of {@link #PACKETS_IN}. */
    BYTES_IN,
    /** RTP packets handed to the socket. */
    PACKETS_OUT,
    /** Payload bytes of {@link #PACKETS_OUT}. */
    BYTES_OUT,

    /** Header, CSRC list, extension, padding or size that breaks RFC 3550, or a version other than 2. */
    MALFORMED,
    /** STUN on the media port; ICE was not offered. */
    STUN_IGNORED,
    /** DTLS on the media port; keys come in SDP. */
    DTLS_IGNORED,
    /** Packets of an encrypted call that its key did not make, plain ones among them. */
    SRTP_NOT_AUTHENTIC,
    /** Authentic packets of an encrypted call that had come before, or were too old to know. */
    SRTP_REPLAYED,
    /** Packets from an address that is not the caller's: late ones, or somebody probing the port. */
    FOREIGN_SOURCE,
    /** Calls that for half a second took no packet and refused all that came. */
    MEDIA_REFUSED,
    /** Packets on a shared port that no call expects, or several do. */
    UNKNOWN_SOURCE,
    /** Valid packets from an allowed address that has not yet sent enough of them in a row. */
    LATCH_PROBATION,
    /** The port learned the address that media really comes from. */
    LATCHED,
    /** A better source took the place of the one that was latched, or another one that of a silent one. */
    SOURCE_REPLACED,
    /** Port pairs used again before they had rested. */
    PORT_NOT_RESTED,
    /** Calls that found every port pair in use. */
    PORT_NONE_FREE,
    /** Packets that came before the call was answered. */
    BEFORE_ANSWER,
    /** Packets that came after the call had ended. */
    AFTER_END,
    /** Packets that came although the negotiated direction has us receive nothing. */
    NOT_RECEIVING,
    /** Payload types that were never offered. */
    UNKNOWN_PAYLOAD_TYPE,

    /** First packets of a source (RFC 3550 A.1): dropped until the next one follows in sequence. */
    SOURCE_PROBATION,
    /** A new SSRC took over from the same address: transfer, or early media giving way to the answer. */
    SSRC_CHANGED,
    /** Sequence numbers far away from the present ones; accepted when the next one follows. */
    SEQUENCE_JUMP,
    /** The sequence was restarted after a jump. */
    SEQUENCE_RESTARTED,
    /** Packets already received. */
    DUPLICATE,
    /** Packets that came after their place had been given up. */
    LATE,
    /** Packets that came after a later one, but in time to take their place. */
    REORDERED,
    /** Packets given up: they had not come when their successors could wait no longer. */
    LOST,
    /** Packets of ours that the peer's reports say it lost. */
    FAR_LOST,
    /** Timestamps that went backwards or far ahead of time; the stream position goes on without them. */
    TIMESTAMP_JUMP,

    /** Comfort noise packets (RFC 3389). */
    COMFORT_NOISE,
    /** Comfort noise packets without a level; the noise stays as it was. */
    COMFORT_NOISE_INVALID,
    /** Digits reported (RFC 4733). */
    DIGITS,
    /** Telephone events that are no digit (hook flash, tones), or come faster than anybody dials. */
    EVENTS_IGNORED,
    /** Frames refused because the caller sends faster than real time. */
    AUDIO_OVERRUN,
    /** Frames the lane had no room for. */
    LANE_REFUSED,

    /** RTCP compound packets accepted. */
    RTCP_IN,
    /** RTCP compound packets sent. */
    RTCP_OUT,
    /** RTCP that breaks its own lengths. */
    RTCP_MALFORMED,
    /** RTCP from an address that is not the caller's. */
    RTCP_FOREIGN,
    /** Reports whose times give a round trip below zero or above ten seconds. */
    ROUND_TRIP_IGNORED,

    /** Packets of digits we sent, in place of audio. */
    EVENT_PACKETS_OUT,
    /** Frames of a cancelled turn that were replaced by silence. */
    STALE_REPLACED,
    /** Frames of another rate or length than the codec sends; replaced by silence. */
    FRAME_MISMATCH,
    /** Frames of a call that has left the loop. */
    FRAME_WITHOUT_CALL,
    /** Frames not sent because the call is on hold or the direction has us send nothing. */
    SEND_HELD,
    /** Frames not sent because no usable address is known yet. */
    SEND_NO_TARGET,
    /** Frames dropped because the socket had not taken the one before. */
    SEND_BLOCKED,
    /** Datagrams the operating system refused. */
    SEND_FAILED,
    /** Defects: exceptions in a packet handler, survived. */
    HANDLER_ERROR;

    @Override
    public CounterSeries series() {
        return CounterSeries.of("sidetone_rtp_events", "RTP packets, drops and faults by kind", "event", this);
    }
}
