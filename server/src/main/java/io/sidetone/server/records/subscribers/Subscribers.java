package io.sidetone.server.records.subscribers;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sidetone.config.subscriber.SubscriberConfig;
import io.sidetone.core.background.Background;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.server.Part;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.records.delivery.SpoolRecord;
import io.sidetone.server.records.store.StoreUnusableException;
import io.sidetone.server.records.usage.EndedPromises;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells web servers of turn events, at least once each (ITE-PAT-001). Lanes put a reference into a bounded queue per
 * subscriber; one thread spools, sends and repeats.
 */
public final class Subscribers implements CallObserver, EndedPromises, Part {
    /** Time for which an orderly end waits for subscribers that answer. */
    public static final long CLOSE_LIMIT_NS = 5_000_000_000L;

    private static final Logger LOG = LoggerFactory.getLogger(Subscribers.class);
    private static final long FAULT_NS = 1_000_000_000L;
    private static final long JOIN_GRACE_MS = 500;

    private final List<Subscriber> subscribers = new ArrayList<>();
    private final WebhookTransport transport;
    private final Thread thread = Background.thread("subscribers", this::loop);
    private volatile boolean closing;
    private volatile long closeByNs;

    private Subscribers(WebhookTransport transport) {
        this.transport = transport;
    }

    /**
     * Takes the folders and starts.
     *
     * @param transport of these subscribers alone: a name server that hangs must not delay actions; closed with them
     * @throws StoreUnusableException when the folder of a spool cannot be used
     */
    public static Subscribers open(List<SubscriberConfig> configs, WebhookTransport transport)
            throws StoreUnusableException {
        return open(configs, transport, config -> new HttpPost(config, transport));
    }

    /** The same with another way to send. */
    static Subscribers open(
            List<SubscriberConfig> configs, WebhookTransport transport, Function<SubscriberConfig, EventSender> post)
            throws StoreUnusableException {
        Subscribers all = new Subscribers(transport);
        try {
            for (SubscriberConfig config : configs) {
                all.subscribers.add(Subscriber.open(
                        config, post.apply(config), transport::random, () -> LockSupport.unpark(all.thread)));
            }
        } catch (StoreUnusableException e) {
            all.closeFolders();
            throw e;
        }
        if (!all.subscribers.isEmpty()) {
            all.thread.start();
        }
        return all;
    }

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof TurnEvent turned) {
            offer(call, turned, SpoolRecord.Kind.EVENT);
        }
    }

    /** On the disk as the last event of a call that has none yet. */
    @Override
    public void promised(CallRecord call, TurnEvent event) {
        offer(call, event, SpoolRecord.Kind.OPENED);
    }

    @Override
    public void withdrawn(CallRecord call) {
        subscribers.forEach(
                subscriber -> subscriber.offer(call.setup().who().callId(), null, SpoolRecord.Kind.ABORTED));
        LockSupport.unpark(thread);
    }

    @Override
    public void erased() {
        subscribers.forEach(Subscriber::wipe);
        LockSupport.unpark(thread);
    }

    private void offer(CallRecord call, TurnEvent event, SpoolRecord.Kind kind) {
        boolean offered = false;
        for (Subscriber subscriber : subscribers) {
            if (subscriber.wants(call.agent(), event)) {
                offered |= subscriber.offer(call.setup().who().callId(), event, kind);
            }
        }
        if (offered) {
            LockSupport.unpark(thread);
        }
    }

    private void loop() {
        while (true) {
            // Read first: what was offered before the end is still taken.
            boolean last = closing;
            long nextNs = System.nanoTime() + FAULT_NS;
            boolean settled = true;
            for (Subscriber subscriber : subscribers) {
                long atNs = step(subscriber);
                nextNs = atNs - nextNs < 0 ? atNs : nextNs;
                settled &= subscriber.settled();
            }
            if (last && (settled || System.nanoTime() - closeByNs >= 0)) {
                return;
            }
            long waitNs = nextNs - System.nanoTime();
            if (last) {
                waitNs = Math.min(waitNs, closeByNs - System.nanoTime());
            }
            if (waitNs > 0) {
                LockSupport.parkNanos(this, waitNs);
            }
        }
    }

    private static long step(Subscriber subscriber) {
        try {
            return subscriber.step(System.nanoTime(), System.currentTimeMillis());
        } catch (RuntimeException | LinkageError | AssertionError fault) {
            LOG.error("Subscriber {}: a fault of the subscribers' thread", subscriber.name(), fault);
            return System.nanoTime() + FAULT_NS;
        }
    }

    /** Returns nobody: turn events reach them once the last one of a call is among them. */
    @Override
    public CallObserver observer() {
        return CallObserver.NONE;
    }

    /** Publishes what is counted under {@code sidetone_subscriber_*}; the caller keeps this alive. */
    @Override
    public void bindTo(PrometheusMeterRegistry registry) {
        if (!subscribers.isEmpty()) {
            registry.getPrometheusRegistry().register(() -> SubscriberMetrics.delays(subscribers));
        }
        subscribers.forEach(subscriber -> SubscriberMetrics.bind(subscriber, registry));
    }

    @Override
    public List<String> lines() {
        return subscribers.stream()
                .map(subscriber -> "subscriber " + subscriber.name() + " " + subscriber.address())
                .toList();
    }

    List<Subscriber> all() {
        return List.copyOf(subscribers);
    }

    /** Delivers what can be delivered within {@value #CLOSE_LIMIT_NS} ns; the rest stays in the spools. */
    @Override
    public void close() throws IOException {
        closeByNs = System.nanoTime() + CLOSE_LIMIT_NS;
        closing = true;
        if (thread.isAlive()) {
            LockSupport.unpark(thread);
            try {
                thread.join(CLOSE_LIMIT_NS / 1_000_000 + JOIN_GRACE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        transport.close();
        if (thread.isAlive()) {
            LOG.warn("Subscribers: the disk does not answer; the spools are left as they are");
        } else {
            closeFolders();
        }
    }

    private void closeFolders() {
        for (Subscriber subscriber : subscribers) {
            try {
                subscriber.close();
            } catch (IOException e) {
                LOG.warn("Subscriber {}: the spool did not close: {}", subscriber.name(), e.toString());
            }
        }
    }
}
