package io.sidetone.transport.trunk.link;

import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.Located;
import io.sidetone.transport.sip.locate.SipTarget;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.register.PeerHealth;
import io.sidetone.transport.sip.register.Registration;
import io.sidetone.transport.sip.register.RegistrationState;
import io.sidetone.transport.sip.register.StandaloneRequests.Outcome;
import io.sidetone.transport.sip.transaction.SipScheduler;
import io.sidetone.transport.trunk.link.TrunkStatus.Registered;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One trunk that is called: its servers, its health, our registration there. SIP event loop only. */
final class TrunkLink implements Registration.Site {
    private static final Logger LOG = LoggerFactory.getLogger(TrunkLink.class);
    private static final byte[] PING = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** Address translation forgets UDP after 30 s, TCP after minutes (RFC 5626 section 4.4). */
    private static final long PING_UDP_NS = TimeUnit.SECONDS.toNanos(25);

    private static final long RELOCATE_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long PING_STREAM_NS = TimeUnit.SECONDS.toNanos(100);
    private static final int UNAVAILABLE = 503;
    private static final double NS_PER_MS = 1e6;

    private final TrunkSettings settings;
    private final LinkServices services;
    private final ServerList servers = new ServerList();
    private final PeerHealth health = new PeerHealth();
    private final OptionsProbe probe;
    private final Registration registration;
    private SipScheduler.Timer probing;
    private SipScheduler.Timer pinging;
    private String problem = "";
    private boolean stopped;
    private Runnable onEnded;
    private volatile TrunkStatus status;

    TrunkLink(TrunkSettings settings, LinkServices services) {
        this.settings = settings;
        this.services = services;
        this.probe = new OptionsProbe(settings, services);
        this.registration =
                settings.register() ? new Registration(settings.registration(), services.requests(), this) : null;
        publish();
    }

    void start() {
        if (registration != null) {
            registration.start();
            ping();
        }
        if (settings.optionsIntervalNs() > 0) {
            check();
        } else {
            relocate();
        }
    }

    /** Without OPTIONS the addresses that count as the trunk's are renewed by themselves; DNS says how long they may be kept. */
    private void relocate() {
        if (!stopped) {
            locate();
            probing = services.scheduler().schedule(RELOCATE_NS, this::relocate);
        }
    }

    /** Takes the registration back and stops; {@code ended} is told once, also from inside this call. */
    void stop(Runnable ended) {
        stopped = true;
        onEnded = ended;
        cancel(probing);
        cancel(pinging);
        if (registration == null) {
            onEnded();
        } else {
            registration.stop();
        }
    }

    private static void cancel(SipScheduler.Timer timer) {
        if (timer != null) {
            timer.cancel();
        }
    }

    String name() {
        return settings.name();
    }

    TrunkSettings settings() {
        return settings;
    }

    void servers(Consumer<Located> done) {
        services.locator().locate(settings.hop(), located -> {
            onLocated(located);
            done.accept(new Located(servers.inOrder(), located.steps(), located.problem()));
        });
    }

    /** Returns whether calls to this user, from this address, are for our registration here. */
    boolean takes(String user, InetAddress source) {
        return registration != null
                && settings.account().username().equals(user)
                && servers.addresses().contains(source);
    }

    /** Returns the latest snapshot. Any thread. */
    TrunkStatus status() {
        return status;
    }

    void onFlowClosed(SipFlow flow) {
        if (registration != null) {
            registration.onFlowClosed(flow);
        }
    }

    @Override
    public void locate() {
        services.locator().locate(settings.hop(), this::onLocated);
    }

    private void onLocated(Located located) {
        boolean found = !located.targets().isEmpty();
        if (found) {
            servers.renew(located.targets());
            problem = health.silent() == 0 ? "" : problem;
            services.sources().learn(settings.name(), servers.addresses());
        } else {
            problem = located.problem();
        }
        if (registration != null && registration.machine().state() == RegistrationState.LOCATING) {
            registration.located(found, located.problem());
        }
        publish();
    }

    private void check() {
        if (stopped) {
            return;
        }
        probing = services.scheduler().schedule(settings.optionsIntervalNs(), this::check);
        services.locator().locate(settings.hop(), located -> {
            onLocated(located);
            if (!stopped) {
                ask();
            }
        });
    }

    private void ask() {
        long sentNs = services.scheduler().nowNs();
        if (servers.current() == null) {
            heard(PeerHealth.Event.SILENT, problem, sentNs, sentNs);
            return;
        }
        SipTarget asked = servers.current();
        SipFlow way = way();
        probe.send(way, new Outcome() {
            @Override
            public void onFinal(SipRequest sent, SipResponse response, long nowNs) {
                boolean unavailable = response.statusCode() == UNAVAILABLE;
                heard(
                        unavailable ? PeerHealth.Event.UNAVAILABLE : PeerHealth.Event.ANSWERED,
                        unavailable ? asked + " answers 503" : "",
                        sentNs,
                        nowNs);
            }

            @Override
            public void onSilence(SipRequest sent, long nowNs) {
                String why = way.problem().isEmpty() ? "no answer from " + asked : asked + ": " + way.problem();
                heard(PeerHealth.Event.SILENT, why, sentNs, nowNs);
            }
        });
    }

    private void heard(PeerHealth.Event event, String why, long sentNs, long nowNs) {
        problem = why;
        boolean changed = health.transition(event, sentNs, nowNs);
        if (event != PeerHealth.Event.ANSWERED && registration == null) {
            servers.next();
        }
        publish();
        if (changed) {
            LOG.info("Trunk {}: {}{}", settings.name(), health.state(), why.isEmpty() ? "" : ", " + why);
        }
    }

    @Override
    public SipFlow way() {
        return open(servers.current());
    }

    SipFlow open(SipTarget server) {
        return services.opener().open(server.transport(), server.address());
    }

    @Override
    public boolean nextServer() {
        return servers.next();
    }

    @Override
    public SipUri contact(SipFlow flow) {
        return services.contacts().of(flow, settings.to().secure());
    }

    @Override
    public void onChange() {
        Registered before = status.registration();
        publish();
        if (status.registration() != before) {
            LOG.info(
                    "Trunk {}: registration {}{}",
                    settings.name(),
                    status.registration(),
                    registration.problem().isEmpty() ? "" : ", " + registration.problem());
        }
    }

    @Override
    public void onEnded() {
        if (onEnded != null) {
            Runnable told = onEnded;
            onEnded = null;
            told.run();
        }
    }

    private void ping() {
        if (stopped) {
            return;
        }
        SipTarget target = servers.current();
        boolean stream = target != null && target.transport() != SipTransport.UDP;
        long everyNs = stream ? PING_STREAM_NS : PING_UDP_NS;
        if (registration.flowTimerSeconds() > 0) {
            // RFC 5626 section 4.4.1: well before the server's time is over.
            everyNs = Math.min(everyNs, TimeUnit.SECONDS.toNanos(registration.flowTimerSeconds()) * 4 / 5);
        }
        pinging = services.scheduler().schedule(everyNs, this::ping);
        if (target != null
                && registration.machine().registered(services.scheduler().nowNs())) {
            SipFlow flow = way();
            if (flow.isOpen()) {
                flow.send(PING);
            }
        }
    }

    private void publish() {
        SipTarget target = servers.current();
        status = new TrunkStatus(
                settings.name(),
                settings.to().toString(),
                target == null ? "" : target.toString(),
                health.state(),
                health.latencyNs() / NS_PER_MS,
                health.silent(),
                registered(),
                registration == null ? 0 : registration.machine().validUntilNs(),
                registration == null || registration.problem().isEmpty() ? problem : registration.problem());
    }

    private Registered registered() {
        if (registration == null) {
            return Registered.OFF;
        }
        if (registration.machine().registered(services.scheduler().nowNs())) {
            return Registered.REGISTERED;
        }
        return registration.problem().isEmpty() ? Registered.TRYING : Registered.FAILED;
    }
}
