package io.sidetone.server.wiring;

import io.sidetone.config.HttpConfig;
import io.sidetone.config.LoadedConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.value.IpAddress;
import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.journal.Journals;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.server.ExitCode;
import io.sidetone.server.actions.ActionWarmup;
import io.sidetone.server.actions.TransferTargets;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.aftercall.AfterCall;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.calls.CallCaptures;
import io.sidetone.server.calls.CallCommands;
import io.sidetone.server.calls.CallPages;
import io.sidetone.server.calls.PolicyService;
import io.sidetone.server.calls.TurnLog;
import io.sidetone.server.metrics.ActionMetrics;
import io.sidetone.server.metrics.AnswerMetrics;
import io.sidetone.server.metrics.FailoverMetrics;
import io.sidetone.server.metrics.ServerMetrics;
import io.sidetone.server.plugin.Plugins;
import io.sidetone.server.reload.ConfigSource;
import io.sidetone.server.reload.Reloads;
import io.sidetone.server.services.EngineMeters;
import io.sidetone.server.store.StoreUnusableException;
import io.sidetone.server.subscribers.Subscribers;
import io.sidetone.server.tls.ServerCertificates;
import io.sidetone.server.traces.Traces;
import io.sidetone.server.transfer.CallFollowers;
import io.sidetone.server.trunks.ConfiguredCodecs;
import io.sidetone.server.usage.Prices;
import io.sidetone.server.warmup.Rehearsal;
import io.sidetone.server.warmup.VectorWarmup;
import io.sidetone.transport.dialect.service.Carriers;
import io.sidetone.transport.http.HttpCounters;
import io.sidetone.transport.http.HttpServer;
import io.sidetone.transport.http.HttpServerSettings;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.Router;
import io.sidetone.transport.http.Routes;
import io.sidetone.transport.http.console.ConsoleRoutes;
import io.sidetone.transport.http.control.CommandRoutes;
import io.sidetone.transport.http.events.EventHub;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.loop.LoopWatchdog;
import io.sidetone.transport.pbx.audiosocket.AudioSocketServer;
import io.sidetone.transport.plan.CallPlan;
import io.sidetone.transport.plan.CallRouter;
import io.sidetone.transport.rtp.RtpEndpoints;
import io.sidetone.transport.stream.StreamCalls;
import io.sidetone.transport.stream.StreamRouter;
import io.sidetone.transport.trunk.SipStack;
import io.sidetone.transport.trunk.SipTrunkSettings;
import io.sidetone.transport.trunk.TrunkServices;
import io.sidetone.transport.vip.VipPlans;
import io.sidetone.transport.ws.Origins;
import io.sidetone.transport.ws.WsCounters;
import io.sidetone.transport.ws.WsRoute;
import io.sidetone.transport.ws.WsSettings;
import io.sidetone.transport.ws.WsUpgrade;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server: engines → lanes → media → SIP → HTTP, opened in this order and closed in reverse.
 */
public final class Serve {
    private static final Logger LOG = LoggerFactory.getLogger(Serve.class);
    private static final int RETRY_AFTER_S = 5;
    private static final long WARM_UP_LIMIT_MS = 10_000;

    private final StopSignal signal = new StopSignal();
    private final ReloadSignal hangUp = new ReloadSignal();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Function<LoadedConfig, List<String>> firstSteps;

    /** Creates a server that prints {@code firstSteps} of its configuration when it is ready. */
    public Serve(Function<LoadedConfig, List<String>> firstSteps) {
        this.firstSteps = firstSteps;
    }

    /**
     * Opens everything, prints one line for each listener and then {@code ready}, and returns when the process may end.
     *
     * @param config checked configuration
     * @param again loads the configuration once more from the same source
     * @param out standard output
     * @param err standard error, one line for each error
     * @return how it ended
     */
    public ExitCode serve(LoadedConfig loaded, ConfigSource again, PrintWriter out, PrintWriter err) throws Exception {
        signal.install();
        hangUp.install();
        try {
            requireCodecs(loaded.config());
            return run(loaded, again, out);
        } catch (EngineSetupException missing) {
            missing.problems().forEach(err::println);
            return missing.exitCode();
        } catch (ConfigException wrong) {
            wrong.problems().forEach(err::println);
            return ExitCode.CONFIG;
        } catch (StoreUnusableException unusable) {
            err.println(unusable.getMessage());
            return ExitCode.CONFIG;
        } catch (BindFailedException taken) {
            err.println(taken.getMessage());
            return ExitCode.UNAVAILABLE;
        } finally {
            closeAll();
        }
    }

    private ExitCode run(LoadedConfig loaded, ConfigSource again, PrintWriter out) throws Exception {
        SidetoneConfig config = loaded.config();
        ServerCertificates tls = opened(ServerCertificates.open(loaded));
        Rehearsal rehearsal = Rehearsal.start(MediaWiring.loopback(config.rtp()), SipWiring.encrypts(config.sip()));
        SecureRandom random = new SecureRandom();
        WebhookTransport webhooks = opened(webhooks(random));
        ActionWarmup firstAction = ActionWarmup.start(webhooks);
        CallBook book =
                new CallBook(System::nanoTime, config.limits().traceKeep().toNanos());
        CallCaptures captures = opened(CallCaptures.open(config.capture(), config.hep(), advertised(config), book));
        Prices prices = new Prices(config.engines().values());
        StoreWiring store = opened(StoreWiring.open(config, book, prices));
        Plugins plugins = opened(Plugins.load(config.plugins()));
        plugins.found().forEach(out::println);
        plugins.problems().forEach(LOG::warn);
        Optional<Traces> traces = Traces.open(config.traces(), System::nanoTime).map(this::opened);
        CallFollowers followers = opened(CallFollowers.of(book));
        EngineNeeds needs = EngineNeeds.of(plugins, store.memory(), traces, followers.transfers());
        Present present = opened(Present.open(loaded, webhooks, needs, book, System::nanoTime));
        ActionMetrics acted = new ActionMetrics(present::hasAction);
        AnswerMetrics answered = new AnswerMetrics(present::answerBudgetMs);
        EventHub events = new EventHub(System::nanoTime, EventHub.HEARTBEAT_MS);
        Subscribers subscribers = opened(Subscribers.open(config.subscribers(), webhooks(random)));
        AfterCall after = opened(AfterCall.open(
                present, book, store.store(), events, subscribers, subscribers, prices, opened(webhooks(random))));
        CallObserver observers = observers(store, book, after, acted, answered, followers, present, needs);
        Optional<Journals> journals =
                JournalWiring.open(config, present::journaled, random).map(this::opened);
        CallFactory calls = new CallFactory(observers, after.taps(JournalWiring.taps(journals)));
        Lanes lanes = opened(new Lanes(laneSettings(config), calls, System::nanoTime));
        Drain drain = new Drain(lanes, book, signal, System::nanoTime);
        LoopWatchdog mediaWatchdog = watchdog("media");
        LoopWatchdog controlWatchdog = watchdog("control");
        LoopWatchdog webWatchdog = watchdog("web");
        EventLoops mediaLoops = opened(EventLoops.openBatching(MediaWiring.threads(), mediaWatchdog));
        EventLoops controlLoops = opened(EventLoops.open(1, controlWatchdog));
        EventLoops webLoops = opened(EventLoops.openBatching(MediaWiring.threads(), webWatchdog));
        RtpEndpoints media = MediaWiring.open(config.rtp(), mediaLoops, lanes, random);
        IntSupplier retryAfter = () -> drain.draining() || lanes.activeCalls() >= lanes.capacity() ? RETRY_AFTER_S : 0;
        TrunkServices takers = takers(present, lanes, media, captures, retryAfter);
        SipStack sip = opened(
                SipWiring.open(config.sip(), tls.sip(), controlLoops, takers, sipCalls(config), captures, random));
        book.transport(sip.trunk()::statistics, sip.trunk()::ladder);
        StreamRouter streamRouter = VipPlans.router(StreamWiring.router(present));
        StreamCalls streams = new StreamCalls(
                webLoops, lanes, streamRouter, retryAfter, random, System::nanoTime, System::currentTimeMillis);
        ServerMetrics metrics = new ServerMetrics(lanes, media, streams, sip.counters(), sip.core(), book, events);
        TrunkWiring trunks = TrunkWiring.open(sip, present, followers, metrics.registry());
        bind(metrics, traces, acted, answered, store, subscribers, captures, after);
        Runnable bound = bound(metrics, needs.meters(), present, prices);
        Carriers carriers = CarrierWiring.open(config, streams.desk(present.answering()), random);
        carriers.bindTo(metrics.registry());
        journals.ifPresent(open -> metrics.bindJournals(open.counters()));
        List.of(mediaWatchdog, controlWatchdog, webWatchdog).forEach(one -> metrics.watch(one.name(), one.loops()));
        VipWiring vip = opened(VipWiring.open(config, random));
        vip.bind(metrics.registry());
        List<Route> pages = pages(present, vip, carriers, tls, trunks.pages(captures), after);
        PbxWiring switches = new PbxWiring(config, streams.desk(present.answering()), metrics.registry());
        List<WsRoute> sockets =
                StreamWiring.routes(present, streams, streamRouter, carriers, switches, vip, metrics.registry());
        Supplier<List<String>> notReady = () -> notReady(present, lanes, drain, store, trunks);
        Router routed = router(present, prices, book, events, metrics, pages, notReady, trunks::noWayOut);
        HttpServer http = opened(http(config.http(), webLoops, tls, routed, sockets, metrics));
        Optional<AudioSocketServer> audioSocket = switches.listen(webLoops);
        audioSocket.ifPresent(this::opened);

        firstAction.await(WARM_UP_LIMIT_MS);
        listeners(config, sip, http).forEach(out::println);
        audioSocket.ifPresent(server -> out.println("audiosocket tcp " + text(server.address())));
        StreamWiring.withheld(config, carriers, switches).ifPresent(out::println);
        out.println(store.line());
        subscribers.lines().forEach(out::println);
        present.running().engines().problems().forEach(problem -> out.println("not ready: " + problem));
        present.rehearse();
        rehearsal.await(WARM_UP_LIMIT_MS);
        ready(loaded, out);
        opened(VectorWarmup.start());
        present.reloading(again, journals.isPresent(), bound);
        return untilSignal(
                reloads(present, tls, metrics), drain, config.limits().drain());
    }

    private ExitCode untilSignal(Reloads reloads, Drain drain, Duration limit) throws InterruptedException {
        signal.await();
        reloads.stop();
        drain.run(limit.toNanos());
        return ExitCode.OK;
    }

    /** Programs that wait for the server read {@code ready}. */
    private void ready(LoadedConfig loaded, PrintWriter out) {
        out.println("ready");
        firstSteps.apply(loaded).forEach(out::println);
        out.flush();
    }

    private static List<String> listeners(SidetoneConfig config, SipStack sip, HttpServer http) {
        List<String> lines = new ArrayList<>(SipWiring.lines(sip.listeners()));
        lines.add("rtp udp " + config.rtp().bind() + ":" + config.rtp().ports());
        lines.add((config.http().tls().on() ? "https " : "http ") + text(http.address()));
        return lines;
    }

    /** From now on SIGHUP reloads. */
    private Reloads reloads(Present present, ServerCertificates tls, ServerMetrics metrics) {
        tls.watch(metrics.registry());
        Reloads reloads = opened(new Reloads(present));
        reloads.bindTo(metrics.registry());
        present.bindTo(metrics.registry());
        hangUp.asks(() -> {
            reloads.request();
            tls.reload();
        });
        return reloads;
    }

    private static CallObserver observers(
            StoreWiring store,
            CallBook book,
            AfterCall after,
            ActionMetrics acted,
            AnswerMetrics answered,
            CallFollowers followers,
            Present present,
            EngineNeeds needs) {
        CallObserver observers = CallObserver.all(
                store.observer(),
                book,
                after.observer(),
                new TurnLog(),
                acted,
                answered,
                followers.transfers(),
                followers.retries(),
                needs.relays(),
                present.generations());
        return needs.traces().map(open -> CallObserver.all(observers, open)).orElse(observers);
    }

    private static void bind(
            ServerMetrics metrics,
            Optional<Traces> traces,
            ActionMetrics acted,
            AnswerMetrics answered,
            StoreWiring store,
            Subscribers subscribers,
            CallCaptures captures,
            AfterCall after) {
        traces.ifPresent(each -> each.bindTo(metrics.registry()));
        acted.bindTo(metrics.registry());
        metrics.bindAnswers(answered);
        store.bind(metrics.registry());
        captures.bindTo(metrics.registry());
        after.bindTo(metrics.registry());
        subscribers.bindTo(metrics.registry());
    }

    /** Shows the engines of the present configuration; returns what does so again after a reload. */
    private static Runnable bound(ServerMetrics metrics, EngineMeters meters, Present present, Prices prices) {
        FailoverMetrics failovers = new FailoverMetrics(metrics.registry());
        Runnable bind = () -> bind(metrics, failovers, meters, present, prices);
        bind.run();
        return bind;
    }

    private static void bind(
            ServerMetrics metrics, FailoverMetrics failovers, EngineMeters meters, Present present, Prices prices) {
        metrics.bindEngines(meters.all());
        present.running().engines().bind(failovers);
        prices.replace(present.priced());
        prices.bind(meters.all(), metrics.registry());
    }

    private static void requireCodecs(SidetoneConfig config) throws EngineSetupException {
        List<String> missing = ConfiguredCodecs.missing(config.sip());
        if (!missing.isEmpty()) {
            throw new EngineSetupException(ExitCode.UNAVAILABLE, missing);
        }
    }

    private static TrunkServices takers(
            Present present, Lanes lanes, RtpEndpoints media, CallCaptures captures, IntSupplier retryAfter) {
        return new TrunkServices(
                lanes,
                media,
                router(present),
                present.answering(),
                captures.calls(),
                retryAfter,
                System::currentTimeMillis);
    }

    private static SipTrunkSettings sipCalls(SidetoneConfig config) {
        return new SipTrunkSettings(
                SipWiring.profiles(config.sip()),
                MediaWiring.addresses(config),
                (int) config.rtp().digitLength().toMillis(),
                ConfiguredCodecs.streams(config.sip()).orElse(null));
    }

    private static WebhookTransport webhooks(SecureRandom random) {
        return new WebhookTransport(() -> System.currentTimeMillis() / 1_000, System::nanoTime, random::nextDouble);
    }

    private static LoopWatchdog watchdog(String name) {
        return new LoopWatchdog(name, System::nanoTime, ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private static LaneSettings laneSettings(SidetoneConfig config) {
        return new LaneSettings(
                config.lanes().count(),
                LaneSettings.DEFAULT_RING_SIZE,
                config.limits().maxCalls(),
                config.lanes().waitKind());
    }

    private static CallRouter router(Present present) {
        return (called, header) -> {
            CallPlan plan = present.plan(called, "", header);
            if (plan == null) {
                LOG.info("No agent takes a call to '{}'", called);
            }
            return plan;
        };
    }

    private static InetAddress advertised(SidetoneConfig config) {
        IpAddress advertise = config.rtp().advertise();
        return (advertise == null ? config.rtp().bind() : advertise).toInetAddress();
    }

    private static List<Route> pages(
            Present present,
            VipWiring vip,
            Carriers carriers,
            ServerCertificates tls,
            List<Route> trunks,
            AfterCall after) {
        List<Route> pages = new ArrayList<>(vip.routes(present::hasAgent));
        pages.addAll(carriers.webhooks(tls.http().isPresent()));
        pages.addAll(trunks);
        pages.addAll(after.routes());
        return pages;
    }

    private static Router router(
            Present present,
            Prices prices,
            CallBook book,
            EventHub events,
            ServerMetrics metrics,
            List<Route> more,
            Supplier<List<String>> notReady,
            Supplier<List<String>> noWayOut) {
        CallPages pages = new CallPages(book, System::nanoTime, prices, present::values);
        PolicyService policies = new PolicyService(() -> present.config().policies(), ForkJoinPool.commonPool());
        CallCommands commands = new CallCommands(
                book, policies, new TransferTargets(present.config().http().transferTo()), System::nanoTime);
        List<Route> routes = new ArrayList<>(CommandRoutes.of(commands, events));
        routes.addAll(more);
        routes.addAll(ConsoleRoutes.of());
        return new Router(
                Routes.all(notReady, noWayOut, () -> metrics.registry().scrape(), pages, routes));
    }

    private static HttpServer http(
            HttpConfig http,
            EventLoops loops,
            ServerCertificates tls,
            Router router,
            List<WsRoute> streams,
            ServerMetrics metrics)
            throws BindFailedException {
        HttpCounters counters = new HttpCounters();
        counters.bindTo(metrics.registry());
        HttpServerSettings settings = new HttpServerSettings(
                new InetSocketAddress(http.bind().toInetAddress(), http.port()),
                http.token().map(secret -> secret.value()),
                http.idleTimeout(),
                http.maxConnections(),
                http.maxBodyBytes());
        WsCounters connections = new WsCounters();
        connections.bindTo(metrics.registry());
        WsUpgrade upgrade =
                new WsUpgrade(streams, new Origins(http.origins()), WsSettings.DEFAULT, connections, System::nanoTime);
        return HttpServer.open(loops, settings, tls.http(), router, upgrade, counters);
    }

    private static List<String> notReady(
            Present present, Lanes lanes, Drain drain, StoreWiring store, TrunkWiring trunks) {
        List<String> reasons = new ArrayList<>(present.running().engines().problems());
        reasons.addAll(store.problems());
        reasons.addAll(trunks.noWayIn(present.config().sip()));
        if (drain.draining()) {
            reasons.add("draining");
        }
        if (lanes.activeCalls() >= lanes.capacity()) {
            reasons.add("full: " + lanes.activeCalls() + " of " + lanes.capacity() + " calls");
        }
        return reasons;
    }

    private <T extends AutoCloseable> T opened(T part) {
        open.push(part);
        return part;
    }

    private void closeAll() {
        for (AutoCloseable part : open) {
            try {
                part.close();
            } catch (Exception e) {
                LOG.warn("{} did not close: {}", part.getClass().getSimpleName(), e.toString());
            }
        }
    }
}
