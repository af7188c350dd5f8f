package io.sidetone.server.trunks;

import io.sidetone.config.RtpConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.SipConfig;
import io.sidetone.config.value.IpAddress;
import io.sidetone.core.lane.Lanes;
import io.sidetone.server.EngineSetupException;
import io.sidetone.server.ExitCode;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.rtp.MediaAddress;
import io.sidetone.transport.rtp.RtpEndpoints;
import io.sidetone.transport.rtp.RtpLoop;
import io.sidetone.transport.rtp.RtpSettings;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The media ports of SIP calls, from the section {@code rtp} of the configuration. */
public final class MediaWiring {
    private MediaWiring() {}

    /** Returns how many event loops carry media, and how many those of WebSockets. */
    public static int threads() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    /**
     * Returns where media of a call is received: the usual address, then the first one of the other kind that SIP listens at and that peers
     * can reach.
     */
    static List<MediaAddress> addresses(SidetoneConfig config) {
        InetAddress usual = advertised(config.rtp());
        List<MediaAddress> addresses = new ArrayList<>(List.of(MediaAddress.usual(usual)));
        for (SipConfig.Listener listener : config.sip().sockets()) {
            IpAddress reached = listener.advertised().address();
            InetAddress bound = listener.bind().toInetAddress();
            boolean other =
                    reached != null && reached.toInetAddress() instanceof Inet4Address != usual instanceof Inet4Address;
            if (addresses.size() == 1 && other && !reached.toInetAddress().isAnyLocalAddress()) {
                addresses.add(new MediaAddress(bound, reached.toInetAddress()));
            }
        }
        return addresses;
    }

    /** Returns the address that is advertised to peers. */
    public static InetAddress advertised(RtpConfig rtp) {
        IpAddress advertise = rtp.advertise();
        return (advertise == null ? rtp.bind() : advertise).toInetAddress();
    }

    private static RtpSettings settings(RtpConfig rtp) throws EngineSetupException {
        int pairs = rtp.ports().pairs();
        if (rtp.sharedPort() && pairs <= threads()) {
            throw new EngineSetupException(
                    ExitCode.CONFIG,
                    List.of("rtp.ports: " + rtp.ports() + " holds " + pairs + " port pairs, but rtp.shared-port takes "
                            + threads() + " on this machine, and other calls need one; widen the range"));
        }
        return RtpSettings.of(
                        rtp.bind().toInetAddress(),
                        rtp.ports().first(),
                        rtp.ports().last())
                .sharedPort(rtp.sharedPort());
    }

    /**
     * Returns settings for calls with ourselves on loopback, whose ports nobody else takes.
     *
     * @throws EngineSetupException when the range holds too few ports for this machine
     */
    public static RtpSettings loopback(RtpConfig rtp) throws EngineSetupException {
        RtpSettings settings = settings(rtp);
        return RtpSettings.of(InetAddress.getLoopbackAddress(), settings.firstOwnPort(threads()), settings.highPort());
    }

    /**
     * Opens the ports and joins their loops with the lanes.
     *
     * @throws EngineSetupException when the range holds too few ports for this machine
     * @throws BindFailedException when a port that calls are to share is not free
     */
    public static RtpEndpoints open(RtpConfig rtp, EventLoops loops, Lanes lanes, RandomGenerator random)
            throws EngineSetupException, BindFailedException {
        RtpEndpoints media = new RtpEndpoints(
                loops, settings(rtp), lanes.count(), random, System::nanoTime, System.currentTimeMillis());
        for (RtpLoop loop : media.loops()) {
            for (int lane = 0; lane < lanes.count(); lane++) {
                lanes.register(lane, loop.egress(lane));
            }
        }
        return media;
    }
}
