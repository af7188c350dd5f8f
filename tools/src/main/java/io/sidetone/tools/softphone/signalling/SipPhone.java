package io.sidetone.tools.softphone.signalling;

import io.sidetone.core.metrics.SingleWriterCounters;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.endpoint.ListeningPoint;
import io.sidetone.transport.sip.endpoint.SipEndpoint;
import io.sidetone.transport.sip.endpoint.SipEndpointSettings;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipMessageRelay;
import io.sidetone.transport.sip.endpoint.SipTls;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.sdp.SdpCrypto;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.sip.source.SourcePolicy;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.sip.transaction.SipTimers;
import io.sidetone.transport.sip.transaction.SipTokens;
import io.sidetone.transport.sip.transaction.TransactionLayer;
import io.sidetone.transport.sip.transaction.TransactionLimits;
import io.sidetone.transport.sip.ua.OutgoingCallRequest;
import io.sidetone.transport.sip.ua.SipEndCause;
import io.sidetone.transport.sip.ua.SipUserAgent;
import io.sidetone.transport.sip.ua.SipUserAgentSettings;
import io.sidetone.transport.tls.ClientTls;
import io.sidetone.transport.trunk.media.MediaEncryption;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A SIP telephone on a free port; it places calls and accepts none. Any thread but its own event loop may call {@link
 * #place} and {@link #close}.
 */
public final class SipPhone implements AutoCloseable {
    private static final String USER = "softphone";
    private static final int BUSY_HERE = 486;
    private static final int DISCARD_PORT = 9;
    private static final long SELF_CALL_SECONDS = 2;
    private static final int GOODBYE_TURNS = 200;
    private static final long GOODBYE_TURN_NS = 10_000_000L;

    private final EventLoops loops;
    private final SipEndpoint endpoint;
    private final Executor loop;
    private final SipUserAgent agent;
    private final SecureRandom random = new SecureRandom();
    private final LongSupplier clock;
    private final InetAddress local;
    private volatile DigestAccount account;

    /**
     * Content of an INVITE beside what every one has.
     *
     * @param user who calls, in From; an account comes before the name of this telephone
     * @param headers further headers
     */
    public record Invitation(String user, List<SipHeader> headers) {
        /** Says nothing more. */
        public static final Invitation PLAIN = new Invitation(USER, List.of());

        /** Copies the list. */
        public Invitation {
            headers = List.copyOf(headers);
        }
    }

    private SipPhone(EventLoops loops, InetAddress local, Optional<ClientTls> trust, LongSupplier clock)
            throws BindFailedException {
        this.loops = loops;
        this.clock = clock;
        this.local = local;
        SipMessageRelay relay = new SipMessageRelay();
        // Only the called peer may answer.
        SourcePolicy sources = new SourcePolicy(List.of(), false);
        endpoint = SipEndpoint.bind(
                SipEndpointSettings.defaults(points(local, trust), sources)
                        .withTls(new SipTls(Optional.empty(), trust)),
                loops,
                relay,
                clock,
                random.nextLong());
        loop = endpoint.eventLoop();
        SipScheduler scheduler = SipScheduler.of(endpoint.eventLoop(), clock);
        SipTokens tokens = new SipTokens(random);
        SingleWriterCounters<SipCoreCounter> counters = new SingleWriterCounters<>(SipCoreCounter.class);
        TransactionLayer layer = new TransactionLayer(
                scheduler, SipTimers.RFC_3261, TransactionLimits.DEFAULT, tokens, counters, endpoint::connect);
        agent = new SipUserAgent(
                layer,
                scheduler,
                tokens,
                counters,
                endpoint::connect,
                SipUserAgentSettings.DEFAULT,
                (call, nowNs) -> call.reject(BUSY_HERE, null));
        relay.layer(layer);
    }

    private static List<ListeningPoint> points(InetAddress local, Optional<ClientTls> trust) {
        List<ListeningPoint> points = new ArrayList<>(ListeningPoint.plain(new InetSocketAddress(local, 0)));
        trust.ifPresent(any -> points.add(ListeningPoint.dialling(SipTransport.TLS, local)));
        return points;
    }

    /**
     * Opens a telephone.
     *
     * @param local address to bind
     * @param trust who is believed over TLS; empty for a telephone without TLS
     * @param clock monotonic, in nanoseconds
     * @throws BindFailedException when no port is free
     */
    public static SipPhone open(InetAddress local, Optional<ClientTls> trust, LongSupplier clock)
            throws BindFailedException {
        // A few messages need no native library.
        EventLoops loops = EventLoops.nio(1, "softphone-sip");
        try {
            SipPhone phone = new SipPhone(loops, local, trust, clock);
            phone.callItself();
            return phone;
        } catch (BindFailedException | RuntimeException e) {
            loops.close();
            throw e;
        }
    }

    /**
     * The first call of a process loads many classes; the measurement would include that time. So the telephone first
     * calls itself, and answers busy.
     */
    private void callItself() {
        CountDownLatch refused = new CountDownLatch(1);
        InetSocketAddress self = endpoint.local();
        SipTarget target =
                new SipTarget(SipUri.sip(USER, local.getHostAddress(), self.getPort()), self, SipTransport.UDP);
        place(target, DISCARD_PORT, LocalMedia.NARROWBAND, SrtpPolicy.OFF, new PhoneCallLeg.Listener() {
            @Override
            public void onEnded(SipEndCause cause, String media, long nowNs) {
                refused.countDown();
            }
        });
        try {
            refused.await(SELF_CALL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says who calls from now on, where the far end asks for a password. Any thread. */
    public void account(DigestAccount caller) {
        account = caller;
    }

    /**
     * Sends an INVITE.
     *
     * @param rtpPort where our media is received, at this telephone's address
     * @param codecs codecs to offer, the preferred one first
     * @param srtp whether to offer SRTP; its keys go over any transport, as whoever calls wants
     * @param listener receives the events of the call, on the SIP event loop
     * @return the call; does not wait
     */
    public PhoneCallLeg place(
            SipTarget target, int rtpPort, List<SdpCodec> codecs, SrtpPolicy srtp, PhoneCallLeg.Listener listener) {
        return place(target, rtpPort, codecs, srtp, Invitation.PLAIN, listener);
    }

    /** The same; the INVITE says {@code invitation}, too. */
    public PhoneCallLeg place(
            SipTarget target,
            int rtpPort,
            List<SdpCodec> codecs,
            SrtpPolicy srtp,
            Invitation invitation,
            PhoneCallLeg.Listener listener) {
        LocalMedia media = LocalMedia.of(local, rtpPort, codecs);
        SdpCrypto crypto = new MediaEncryption(srtp, true).crypto(() -> true, random);
        PhoneCallLeg leg = new PhoneCallLeg(media, crypto, random.nextLong(), clock, loop, listener);
        loop.execute(() -> {
            SipFlow flow = endpoint.connect(target.transport(), target.remote());
            boolean named = account == null || !invitation.user().equals(USER);
            SipUri from = SipUri.sip(
                    named ? invitation.user() : account.username(),
                    local.getHostAddress(),
                    endpoint.local().getPort());
            leg.begin(
                    agent,
                    new OutgoingCallRequest(
                            target.uri(),
                            NameAddress.of(from),
                            flow,
                            leg.offer(),
                            invitation.headers(),
                            OutgoingCallRequest.DEFAULT_RING_LIMIT_NS,
                            account,
                            null));
        });
        return leg;
    }

    /** Waits until every BYE is answered, at most two seconds, and closes the port. */
    @Override
    public void close() {
        for (int turn = 0; turn < GOODBYE_TURNS && callsLeft() > 0; turn++) {
            LockSupport.parkNanos(GOODBYE_TURN_NS);
        }
        endpoint.close();
        loops.close();
    }

    private int callsLeft() {
        return CompletableFuture.supplyAsync(agent::calls, loop).join();
    }
}
