package io.sidetone.transport.rtp;

import io.sidetone.audio.SampleRate;
import io.sidetone.transport.rtp.receive.OtherSources;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** What offer and answer of a usual call agree on. */
final class Negotiations {
    private Negotiations() {}

    /** A call in both directions with one codec, and with both laws where it is one of G.711; its RTCP one port above: the common case. */
    static RtpNegotiation simple(
            AudioFormat format, int telephoneEvents, InetSocketAddress remoteRtp, InetAddress signalling) {
        return new RtpNegotiation(
                format,
                format.name().startsWith("PCM") ? List.of(AudioFormat.PCMU, AudioFormat.PCMA) : List.of(format),
                telephoneEvents,
                telephoneEvents,
                remoteRtp,
                null,
                false,
                true,
                true,
                signalling,
                OtherSources.NONE,
                false,
                null,
                false,
                SampleRate.FRAME_MS);
    }
}
