package io.sidetone.bench.calls;

import io.sidetone.tools.softphone.signalling.SipPhone;
import io.sidetone.transport.loop.BindFailedException;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;

/**
 * What a crowd of callers has in common: a telephone that signals for all, and the media of all, on loopback. Any thread.
 *
 * @param sip the telephone
 * @param media of each call
 */
public record CrowdPhone(SipPhone sip, CrowdMedia media) implements AutoCloseable {
    /** Opens it for {@code count} calls; media begin at once, and send as soon as they know where to. */
    public static CrowdPhone open(int count) throws IOException {
        InetAddress local = InetAddress.getLoopbackAddress();
        SipPhone sip;
        try {
            sip = SipPhone.open(local, Optional.empty(), System::nanoTime);
        } catch (BindFailedException taken) {
            throw new IOException(taken.getMessage(), taken);
        }
        try {
            return new CrowdPhone(sip, new CrowdMedia(local, count, false));
        } catch (IOException e) {
            sip.close();
            throw e;
        }
    }

    /** Closes the telephone, which waits for its last answers, and then the media ports. */
    @Override
    public void close() {
        sip.close();
        media.close();
    }
}
