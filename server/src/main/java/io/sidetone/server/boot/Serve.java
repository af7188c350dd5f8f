package io.sidetone.server.boot;

import io.sidetone.config.LoadedConfig;
import io.sidetone.config.SidetoneConfig;
import io.sidetone.config.problem.ConfigException;
import io.sidetone.core.call.life.CallFactory;
import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.call.plan.CallRouter;
import io.sidetone.core.lane.LaneSettings;
import io.sidetone.core.lane.Lanes;
import io.sidetone.server.BuildInfo;
import io.sidetone.server.EngineSetupException;
import io.sidetone.server.ExitCode;
import io.sidetone.server.Part;
import io.sidetone.server.Parts;
import io.sidetone.server.actions.webhook.WebhookTransport;
import io.sidetone.server.agents.ActiveConfiguration;
import io.sidetone.server.agents.EngineNeeds;
import io.sidetone.server.agents.reload.ConfigSource;
import io.sidetone.server.agents.reload.Reloads;
import io.sidetone.server.boot.warmup.Rehearsal;
import io.sidetone.server.boot.warmup.VectorWarmup;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.calls.CallCaptures;
import io.sidetone.server.calls.CallCommands;
import io.sidetone.server.calls.CallPages;
import io.sidetone.server.calls.TurnLog;
import io.sidetone.server.calls.history.History;
import io.sidetone.server.calls.history.Refusals;
import io.sidetone.server.ops.metrics.ActionMetrics;
import io.sidetone.server.ops.metrics.AnswerMetrics;
import io.sidetone.server.ops.metrics.EndedCallMeter;
import io.sidetone.server.ops.metrics.ProcessMeters;
import io.sidetone.server.ops.metrics.RefusedCallMeter;
import io.sidetone.server.ops.metrics.ServerMetrics;
import io.sidetone.server.ops.tls.ServerCertificates;
import io.sidetone.server.records.aftercall.AfterCall;
import io.sidetone.server.records.aftercall.JournalWiring;
import io.sidetone.server.records.store.StoreWiring;
import io.sidetone.server.records.store.record.StoredCalls;
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
import io.sidetone.transport.rtp.RtpEndpoints;
import io.sidetone.transport.trunk.SipStack;
import io.sidetone.transport.trunk.TrunkServices;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server: engines → lanes → media → SIP → HTTP, opened in this order and closed in reverse. */
public final class Serve {
    private static final Logger LOG = LoggerFactory.getLogger(Serve.class);
    private static final long WARM_UP_LIMIT_MS = 10_000;

    final StopSignal signal = new StopSignal();
    private final ReloadSignal hangUp = new ReloadSignal();
    final Parts parts = new Parts();
    private final Function<LoadedConfig, List<String>> firstSteps;

    /** Creates a server that prints {@code firstSteps} of its configuration when it is ready. */
    public Serve(Function<LoadedConfig, List<String>> firstSteps) {
        this.firstSteps = firstSteps;
    }

    /**
     * Opens everything, prints one line for each listener and then {@code ready}, and returns when the process may end.
     *
     * @param loaded checked configuration
     * @param again loads the configuration once more from the same source
     * @param out standard output
     * @param err standard error, one line for each error
     * @return how it ended
     */
    public ExitCode serve(LoadedConfig loaded, ConfigSource again, PrintWriter out, PrintWriter err) throws Exception {
        signal.install();
        hangUp.install();
        try {
            return run(loaded, again, out);
        } catch (EngineSetupException missing) {
            missing.problems().forEach(err::println);
            return missing.exitCode();
        } catch (ConfigException wrong) {
            wrong.problems().forEach(err::println);
            return ExitCode.CONFIG;
        } catch (BindFailedException taken) {
            err.println(taken.getMessage());
            return ExitCode.UNAVAILABLE;
        } finally {
            parts.close();
        }
    }

    ExitCode run(LoadedConfig loaded, ConfigSource again, PrintWriter out) throws Exception {
        SidetoneConfig config = loaded.config();
        ConfiguredCodecs.require(config.sip());
        parts.add(new ProcessMeters(BuildInfo.load()));
        ServerCertificates tls = parts.add(ServerCertificates.open(loaded));
        Rehearsal rehearsal = Rehearsal.start(MediaWiring.loopback(config.rtp()), SipWiring.encrypts(config.sip()));
        SecureRandom random = new SecureRandom();
        WebhookTransport webhooks = parts.closing(WebhookTransport.of(random::nextDouble));
        CallBook book =
                new CallBook(System::nanoTime, config.limits().traceKeep().toNanos());
        CallCaptures captures = parts.add(
                new CallCaptures(config.capture(), config.hep(), MediaWiring.advertised(config.rtp()), book, random));
        Prices prices = new Prices(config.engines().values());
        CallPages pages = new CallPages(book, System::nanoTime, prices);
        StoreWiring store = parts.add(StoreWiring.open(config, new StoredCalls(book::media, prices, pages::snapshot)));
        parts.observing(book);
        EngineNeeds needs = EngineNeeds.open(parts, config, store.memory(), prices, book);
        needs.plugins().found().forEach(out::println);
        needs.plugins().problems().forEach(LOG::warn);
        ActiveConfiguration present =
                parts.add(new ActiveConfiguration(loaded, webhooks, needs, book, System::nanoTime));
        parts.observing(new TurnLog());
        parts.add(new ActionMetrics(present::hasAction));
        parts.add(new AnswerMetrics(present::answerBudgetMs));
        parts.add(new EndedCallMeter());
        book.variables(present::values);
        RefusedCallMeter refused = parts.add(new RefusedCallMeter());
        Refusals refusals = new Refusals(store.store(), refused::count, System::currentTimeMillis);
        parts.add(new History(pages, refusals, store.store(), present::config));
        EventHub events = new EventHub(System::nanoTime, EventHub.HEARTBEAT_MS);
        Subscribers subscribers =
                parts.add(Subscribers.open(config.subscribers(), WebhookTransport.of(random::nextDouble)));
        WebhookTransport uploads = parts.closing(WebhookTransport.of(random::nextDouble));
        AfterCall after = parts.add(new AfterCall(
                present, book, refusals::forget, store.store(), events, subscribers, subscribers, prices, uploads));
        JournalWiring journals = parts.add(JournalWiring.open(config, present::journaled, random));
        CallFactory calls = new CallFactory(parts.observer(), after.taps(journals.taps()));
        Lanes lanes = parts.closing(new Lanes(laneSettings(config), calls, System::nanoTime));
        Drain drain = parts.add(new Drain(lanes, book, signal, System::nanoTime));
        IntSupplier busy = drain::retryAfterS;
        Loops loops = Loops.open(parts);
        RtpEndpoints media = MediaWiring.open(config.rtp(), loops.media(), lanes, random);
        TrunkServices takers = new TrunkServices(
                lanes,
                media,
                router(present),
                present.answering(),
                captures.calls(),
                refusals,
                busy,
                System::currentTimeMillis);
        SipStack sip = parts.closing(SipWiring.open(config, tls.sip(), loops.control(), takers, captures, random));
        TrunkWiring trunks = parts.add(TrunkWiring.open(sip, present, book, needs.followers()));
        StreamWiring streams = parts.add(new StreamWiring(
                present, loops.web(), lanes, busy, refusals, tls.http().isPresent(), parts.registry()));
        parts.add(new ServerMetrics(
                parts.registry(), lanes, media, streams.calls(), sip, book, events, loops.watchdogs()));
        List<Route> control = CommandRoutes.of(CallCommands.of(book, present::config), events);
        HttpServer http = parts.closing(HttpWiring.open(
                config.http(), loops.web(), tls, parts, HttpWiring.routes(parts, control, trunks), refusals));

        trunks.listening().forEach(out::println);
        out.println(HttpWiring.line(config.http(), http));
        streams.listening().forEach(out::println);
        parts.all(Part::lines).forEach(out::println);
        present.problems().forEach(problem -> out.println("not ready: " + problem));
        present.rehearse(WARM_UP_LIMIT_MS);
        rehearsal.await(WARM_UP_LIMIT_MS);
        ready(loaded, out);
        parts.closing(VectorWarmup.start());
        present.reloading(again, journals.journals().isPresent());
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
}
