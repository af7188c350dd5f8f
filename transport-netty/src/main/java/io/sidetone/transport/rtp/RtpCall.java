package io.sidetone.transport.rtp;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.LaneRelease;
import io.sidetone.transport.rtp.receive.MediaSink;
import java.util.Objects;

/**
 * Data that ties a media port to its call.
 *
 * @param handle names the call in egress frames
 * @param lane number of the call's lane
 * @param sampleRateHz rate of the call's frames in both directions; a codec of another rate is converted
 * @param fence of the call
 * @param sink hears the caller
 * @param release called once when the port publishes nothing more
 * @param address where its media is received
 */
public record RtpCall(
        long handle,
        int lane,
        int sampleRateHz,
        Fence fence,
        MediaSink sink,
        LaneRelease release,
        MediaAddress address) {
    /** Checks that nothing is missing. */
    public RtpCall {
        Objects.requireNonNull(fence, "fence");
        Objects.requireNonNull(sink, "sink");
        Objects.requireNonNull(release, "release");
        Objects.requireNonNull(address, "address");
    }
}
