package io.sidetone.bench.engines;

import io.sidetone.bench.harness.ControlTimer;
import io.sidetone.bench.harness.Plan;
import io.sidetone.bench.harness.Quiet;
import io.sidetone.bench.harness.Spread;
import io.sidetone.core.dialogue.History;
import io.sidetone.core.facts.CallTexts;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.fence.Token;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.DialogueEvents;
import io.sidetone.core.port.DialogueSession;
import io.sidetone.core.port.EngineFailure;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.ListenHint;
import io.sidetone.core.port.PcmChunk;
import io.sidetone.core.port.UserInput;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.setting.Altered;
import io.sidetone.core.turn.InterruptibleBy;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.EngineSocket;
import io.sidetone.speech.net.ServiceAccess;
import io.sidetone.speech.relay.RelayCalls;
import io.sidetone.speech.relay.RelayDialogue;
import io.sidetone.speech.relay.RelayOptions;
import io.sidetone.speech.relay.RelaySettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures what a relay adds to a message: from the words of the caller to the agent's socket, from its first token to the event of the
 * dialogue, from an interruption to the socket. Beside it, in turns, the same messages over a bare connection, twice.
 */
@Command(
        name = "relay",
        description = "What type relay adds to messages between a call and its agent, over loopback.",
        mixinStandardHelpOptions = true)
public final class RelayCommand extends Plan {
    private static final String WORDS = "are you open on thursday afternoon";
    private static final long PAUSE_NS = 500_000L;
    private static final double MOST_P50_MS = 1;
    private static final double MOST_P99_MS = 2;
    private static final double TICK_MS = 20;

    @Option(names = "--turns", defaultValue = "4000", description = "Timed turns. Default: ${DEFAULT-VALUE}")
    private int turns;

    @Option(names = "--warmup", defaultValue = "2000", description = "Turns before them. Default: ${DEFAULT-VALUE}")
    private int warmup;

    /** One of the connections that take turns: what asks, what interrupts, and what times it. */
    private record Link(OneWay way, Runnable question, Runnable interruption) {
        void turn() throws InterruptedException {
            way.turn(question, interruption);
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    @Override
    protected boolean measure(Path folder) throws Exception {
        try (LoopbackServer server = LoopbackServer.realTime();
                EngineNet net = EngineNet.open(1)) {
            Link first = bare(net, server, "/first");
            Link relay = relay(net, server);
            Link second = bare(net, server, "/second");
            List<Link> links = List.of(first, relay, second);
            run(warmup, links);
            links.forEach(link -> link.way.forget());
            try (ControlTimer timer = new ControlTimer()) {
                run(turns, links);
                return report(new Quiet(timer.stop().p99()), first.way, relay.way, second.way);
            }
        }
    }

    private static void run(int count, List<Link> links) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            for (Link link : links) {
                link.turn();
            }
        }
    }

    private static Link bare(EngineNet net, LoopbackServer server, String path) throws Exception {
        OneWay way = new OneWay();
        server.socket(path, seen -> way);
        EngineSocket socket = BareLink.open(net, server, path, way::answered);
        return new Link(
                way,
                () -> socket.loop()
                        .execute(() -> socket.text("{\"type\":\"prompt\",\"voicePrompt\":\"" + WORDS
                                + "\",\"lang\":\"en-US\",\"last\":true}")),
                () -> socket.loop()
                        .execute(() -> socket.text("{\"type\":\"interrupt\",\"utteranceUntilInterrupt\":\"Yes, we\","
                                + "\"durationUntilInterruptMs\":480}")));
    }

    private static Link relay(EngineNet net, LoopbackServer server) throws Exception {
        OneWay way = new OneWay();
        server.socket("/relay", seen -> way);
        DialogueSession session = session(net, server, way);
        AtomicLong turn = new AtomicLong();
        return new Link(
                way,
                () -> {
                    long token = Token.of(turn.incrementAndGet(), 0);
                    session.respond(
                            token,
                            new UserInput(UserInput.Kind.SPEECH, WORDS),
                            new History.Snapshot(
                                    List.of(new History.Entry(History.Role.USER, token, WORDS, false, "", 0))));
                },
                () -> session.cancelled(Token.of(turn.get(), 0), "Yes, we", 480));
    }

    private static DialogueSession session(EngineNet net, LoopbackServer server, OneWay way) throws Exception {
        ServiceAccess access = Altered.with(
                ServiceAccess.of("relay", ""), "url", server.ws("/relay"), "deadlines", BareLink.DEADLINES);
        RelaySettings settings = Altered.with(
                RelaySettings.of(access, ChatSentences.ENGLISH.greeting("Hello."), RelayOptions.USUAL),
                "silenceMs",
                10_000);
        CompletableFuture<Void> ready = new CompletableFuture<>();
        DialogueSession session = new RelayDialogue(
                        net,
                        settings,
                        new EngineMeter("relay", EngineKind.DIALOGUE),
                        System::nanoTime,
                        CallTexts.NONE,
                        new RelayCalls())
                .open(
                        new CallContext("01BENCHBENCHBENCHBENCHBENC", "bench", "", "", 1, new Fence()),
                        new Answered(way, ready));
        ready.get(10, TimeUnit.SECONDS);
        return session;
    }

    /** Tells the far side when an answer is there. */
    private record Answered(OneWay way, CompletableFuture<Void> opened) implements DialogueEvents {
        @Override
        public void ready() {
            opened.complete(null);
        }

        @Override
        public void text(long token, String piece) {
            way.answered();
        }

        @Override
        public void filler(long token, String words) {}

        @Override
        public void sound(long token, List<PcmChunk> sound) {}

        @Override
        public void interruptible(long token, InterruptibleBy by) {}

        @Override
        public void hasMore() {}

        @Override
        public void action(long token, ActionCall action) {}

        @Override
        public void done(long token, ListenHint hint) {}

        @Override
        public void failed(long token, EngineFailure failure) {
            opened.completeExceptionally(new IllegalStateException(failure.message()));
        }

        @Override
        public void closed() {}
    }

    private boolean report(Quiet quiet, OneWay first, OneWay relay, OneWay second) {
        System.out.printf(
                Locale.ROOT, "control: a bare timer late p99 %.2f ms; %d turns%n", quiet.controlP99Ms(), turns);
        boolean met = added(quiet, "words to the socket", OneWay::upMs, first, relay, second);
        met &= added(quiet, "token to the dialogue", OneWay::downMs, first, relay, second);
        boolean cut = Spread.of(relay.cutMs()).p99() <= TICK_MS;
        line("interruption to the socket", OneWay::cutMs, first, relay, second);
        System.out.println(quiet.judged(cut, "  an interruption within one tick, p99 <= 20 ms"));
        return quiet.excuses(met && cut);
    }

    private static boolean added(
            Quiet quiet, String what, Function<OneWay, List<Double>> times, OneWay first, OneWay relay, OneWay second) {
        line(what, times, first, relay, second);
        Spread bare = Spread.of(times.apply(first));
        Spread ours = Spread.of(times.apply(relay));
        double p50Ms = ours.p50() - bare.p50();
        double p99Ms = ours.p99() - bare.p99();
        boolean met = p50Ms <= MOST_P50_MS && p99Ms <= MOST_P99_MS;
        System.out.println(quiet.judged(
                met, String.format(Locale.ROOT, "  added p50 %.3f ms (<= 1), p99 %.3f ms (<= 2)", p50Ms, p99Ms)));
        return met;
    }

    private static void line(
            String what, Function<OneWay, List<Double>> times, OneWay first, OneWay relay, OneWay second) {
        System.out.printf(
                Locale.ROOT,
                "%-27s relay %s; bare %s; bare again %s%n",
                what,
                spread(times.apply(relay)),
                spread(times.apply(first)),
                spread(times.apply(second)));
    }

    private static String spread(List<Double> ms) {
        Spread spread = Spread.of(ms);
        return String.format(Locale.ROOT, "p50 %.3f p99 %.3f ms", spread.p50(), spread.p99());
    }
}
