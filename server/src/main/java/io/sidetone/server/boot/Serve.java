package io.sidetone.server.boot;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.config.value.IpAddress;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.CallRouter;
import io.sidetone.core.journal.Journals;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.server.EngineSetupException;
import io.sidetone.server.ExitCode;
import io.sidetone.server.Part;
import io.sidetone.server.Parts;
import io.sidetone.server.actions.TransferTargets;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.agents.ActiveConfiguration;
import io.sidetone.server.agents.EngineNeeds;
import io.sidetone.server.agents.plugin.Plugins;
import io.sidetone.server.agents.reload.ConfigSource;
import io.sidetone.server.agents.reload.Reloads;
import io.sidetone.server.boot.warmup.Rehearsal;
import io.sidetone.server.boot.warmup.VectorWarmup;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.calls.CallCaptures;
import io.sidetone.server.calls.CallCommands;
import io.sidetone.server.calls.CallPages;
import io.sidetone.server.calls.PolicyService;
import io.sidetone.server.calls.TurnLog;
import io.sidetone.server.calls.transfer.FollowUpCalls;
import io.sidetone.server.ops.metrics.ActionMetrics;
import io.sidetone.server.ops.metrics.AnswerMetrics;
import io.sidetone.server.ops.metrics.ServerMetrics;
import io.sidetone.server.ops.tls.ServerCertificates;
import io.sidetone.server.ops.traces.Traces;
import io.sidetone.server.records.aftercall.AfterCall;
import io.sidetone.server.records.aftercall.JournalWiring;
import io.sidetone.server.records.store.StoreUnusableException;
import io.sidetone.server.records.store.StoreWiring;
import io.sidetone.server.records.subscribers.Subscribers;
import io.sidetone.server.records.usage.Prices;
import io.sidetone.server.trunks.ConfiguredCodecs;
import io.sidetone.server.trunks.MediaWiring;
import io.sidetone.server.trunks.SipWiring;
import io.sidetone.server.trunks.StreamWiring;
import io.sidetone.server.trunks.TrunkWiring;
import io.sidetone.transport.http.HttpServer;
import io.sidetone.transport.http.Route;
import io.sidetone.transport.http.control.CommandRoutes;
import io.sidetone.transport.http.events.EventHub;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.loop.LoopWatchdog;
import io.sidetone.transport.rtp.RtpEndpoints;
import io.sidetone.transport.trunk.SipStack;
import io.sidetone.transport.trunk.SipTrunkSettings;
import io.sidetone.transport.trunk.TrunkServices;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server: engines → lanes → media → SIP → HTTP, opened in this order and closed in reverse.
 */
public final class Serve {
    private static final Logger LOG = LoggerFactory.getLogger(Serve.class);
    private static final long WARM_UP_LIMIT_MS = 10_000;

    private final StopSignal signal = new StopSignal();
    private final ReloadSignal hangUp = new ReloadSignal();
    private final Parts parts = new Parts();
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
            parts.close();
        }
    }

    private ExitCode run(LoadedConfig loaded, ConfigSource again, PrintWriter out) throws Exception {
        SidetoneConfig config = loaded.config();
        ServerCertificates tls = parts.add(ServerCertificates.open(loaded));
        Rehearsal rehearsal = Rehearsal.start(MediaWiring.loopback(config.rtp()), SipWiring.encrypts(config.sip()));
        SecureRandom random = new SecureRandom();
        WebhookTransport webhooks = parts.closing(webhooks(random));
        CallBook book =
                new CallBook(System::nanoTime, config.limits().traceKeep().toNanos());
        CallCaptures captures = parts.add(CallCaptures.open(config.capture(), config.hep(), advertised(config), book));
        Prices prices = new Prices(config.engines().values());
        StoreWiring store = parts.add(StoreWiring.open(config, book, prices));
        parts.observing(book);
        Plugins plugins = parts.closing(Plugins.load(config.plugins()));
        plugins.found().forEach(out::println);
        plugins.problems().forEach(LOG::warn);
        Optional<Traces> traces = Traces.open(config.traces(), System::nanoTime).map(parts::add);
        FollowUpCalls followers = parts.add(FollowUpCalls.of(book));
        EngineNeeds needs = EngineNeeds.of(plugins, store.memory(), traces, prices, followers.transfers());
        parts.observing(needs.relays());
        ActiveConfiguration present =
                parts.add(ActiveConfiguration.open(loaded, webhooks, needs, book, System::nanoTime));
        parts.observing(new TurnLog());
        parts.add(new ActionMetrics(present::hasAction));
        parts.add(new AnswerMetrics(present::answerBudgetMs));
        EventHub events = new EventHub(System::nanoTime, EventHub.HEARTBEAT_MS);
        Subscribers subscribers = parts.add(Subscribers.open(config.subscribers(), webhooks(random)));
        AfterCall after = parts.add(AfterCall.open(
                present,
                book,
                store.store(),
                events,
                subscribers,
                subscribers,
                prices,
                parts.closing(webhooks(random))));
        Optional<Journals> journals =
                JournalWiring.open(config, present::journaled, random).map(parts::closing);
        CallFactory calls = new CallFactory(parts.observer(), after.taps(JournalWiring.taps(journals)));
        Lanes lanes = parts.closing(new Lanes(laneSettings(config), calls, System::nanoTime));
        Drain drain = parts.add(new Drain(lanes, book, signal, System::nanoTime));
        List<LoopWatchdog> watchdogs =
                Stream.of("media", "control", "web").map(Serve::watchdog).toList();
        EventLoops mediaLoops = parts.closing(EventLoops.openBatching(MediaWiring.threads(), watchdogs.get(0)));
        EventLoops controlLoops = parts.closing(EventLoops.open(1, watchdogs.get(1)));
        EventLoops webLoops = parts.closing(EventLoops.openBatching(MediaWiring.threads(), watchdogs.get(2)));
        RtpEndpoints media = MediaWiring.open(config.rtp(), mediaLoops, lanes, random);
        TrunkServices takers = takers(present, lanes, media, captures, drain);
        SipStack sip = parts.closing(
                SipWiring.open(config.sip(), tls.sip(), controlLoops, takers, sipCalls(config), captures, random));
        book.transport(sip.trunk()::statistics, sip.trunk()::ladder);
        TrunkWiring trunks = parts.add(TrunkWiring.open(sip, present, followers));
        StreamWiring streams = parts.add(StreamWiring.open(
                present, webLoops, lanes, drain::retryAfterS, tls.http().isPresent(), parts.registry()));
        ServerMetrics metrics = parts.add(new ServerMetrics(
                parts.registry(), lanes, media, streams.calls(), sip.counters(), sip.core(), book, events));
        journals.ifPresent(open -> JournalWiring.bind(open, parts.registry()));
        watchdogs.forEach(one -> metrics.watch(one.name(), one.loops()));
        List<Route> control = CommandRoutes.of(commands(present, book), events);
        CallPages pages = new CallPages(book, System::nanoTime, prices, present::values);
        HttpServer http = parts.closing(
                HttpWiring.open(config.http(), webLoops, tls, parts, HttpWiring.routes(parts, control, pages, trunks)));

        listeners(config, sip, http).forEach(out::println);
        streams.listening().forEach(out::println);
        parts.all(Part::lines).forEach(out::println);
        present.problems().forEach(problem -> out.println("not ready: " + problem));
        present.rehearse(WARM_UP_LIMIT_MS);
        rehearsal.await(WARM_UP_LIMIT_MS);
        ready(loaded, out);
        parts.closing(VectorWarmup.start());
        present.reloading(again, journals.isPresent());
        return untilSignal(reloads(present, tls), drain, config.limits().drain());
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
        lines.add((config.http().tls().on() ? "https " : "http ") + StreamWiring.text(http.address()));
        return lines;
    }

    /** From now on SIGHUP reloads. */
    private Reloads reloads(ActiveConfiguration present, ServerCertificates tls) {
        tls.watch(parts.registry());
        Reloads reloads = parts.add(new Reloads(present));
        hangUp.asks(() -> {
            reloads.request();
            tls.reload();
        });
        return reloads;
    }

    private static void requireCodecs(SidetoneConfig config) throws EngineSetupException {
        List<String> missing = ConfiguredCodecs.missing(config.sip());
        if (!missing.isEmpty()) {
            throw new EngineSetupException(ExitCode.UNAVAILABLE, missing);
        }
    }

    private static TrunkServices takers(
            ActiveConfiguration present, Lanes lanes, RtpEndpoints media, CallCaptures captures, Drain drain) {
        return new TrunkServices(
                lanes,
                media,
                router(present),
                present.answering(),
                captures.calls(),
                drain::retryAfterS,
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

    private static LaneSettings laneSettings(SidetoneConfig config) {
        return new LaneSettings(
                config.lanes().count(),
                LaneSettings.DEFAULT_RING_SIZE,
                config.limits().maxCalls(),
                config.lanes().waitKind());
    }

    private static CallRouter router(ActiveConfiguration present) {
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

    private static CallCommands commands(ActiveConfiguration present, CallBook book) {
        PolicyService policies = new PolicyService(() -> present.config().policies(), ForkJoinPool.commonPool());
        return new CallCommands(
                book, policies, new TransferTargets(present.config().http().transferTo()), System::nanoTime);
    }
}
