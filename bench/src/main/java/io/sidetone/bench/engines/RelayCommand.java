package io.sidetone.bench.engines;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.sidetone.bench.harness.ControlTimer;
import io.sidetone.bench.harness.Machine;
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
import io.sidetone.core.turn.InterruptibleBy;
import io.sidetone.speech.chat.ChatSentences;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.EngineSocket;
import io.sidetone.speech.net.KeyHeader;
import io.sidetone.speech.net.SocketListener;
import io.sidetone.speech.net.SocketRequest;
import io.sidetone.speech.relay.RelayCalls;
import io.sidetone.speech.relay.RelayDialogue;
import io.sidetone.speech.relay.RelayOptions;
import io.sidetone.speech.relay.RelaySettings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What a relay adds to a message: from the words of the caller to the agent's socket, from its first token to the event of the
 * dialogue, from an interruption to the socket. Beside it, in turns, the same messages over a bare connection, twice.
 */
@Command(
        name = "relay",
        description = "What type relay adds to messages between a call and its agent, over loopback.",
        mixinStandardHelpOptions = true)
public final class RelayCommand implements Callable<Integer> {
    private static final String WORDS = "are you open on thursday afternoon";
    private static final long PAUSE_NS = 500_000L;
    private static final double MOST_P50_MS = 1;
    private static final double MOST_P99_MS = 2;
    private static final double TICK_MS = 20;
    private static final Deadlines DEADLINES = new Deadlines(10_000, 10_000, 60_000);

    @Option(names = "--turns", defaultValue = "4000", description = "Timed turns. Default: ${DEFAULT-VALUE}")
    private int turns;

    @Option(names = "--warmup", defaultValue = "2000", description = "Turns before them. Default: ${DEFAULT-VALUE}")
    private int warmup;

    private long event;

    @Override
    public Integer call() throws Exception {
        Machine.print(System.out);
        OneWay first = new OneWay();
        OneWay relay = new OneWay();
        OneWay second = new OneWay();
        try (LoopbackServer server = LoopbackServer.realTime();
                EngineNet net = EngineNet.open(1)) {
            server.socket("/first", seen -> first);
            server.socket("/second", seen -> second);
            server.socket("/relay", seen -> relay);
            EngineSocket bare = bare(net, server, "/first", first);
            EngineSocket again = bare(net, server, "/second", second);
            DialogueSession session = session(net, server, relay);
            run(warmup, bare, first, session, relay, again, second);
            for (OneWay each : List.of(first, relay, second)) {
                each.forget();
            }
            try (ControlTimer timer = new ControlTimer()) {
                run(turns, bare, first, session, relay, again, second);
                boolean met = report(new Quiet(timer.stop().p99()), first, relay, second);
                session.close();
                return met ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
            }
        }
    }

    private void run(
            int count,
            EngineSocket bare,
            OneWay first,
            DialogueSession session,
            OneWay relay,
            EngineSocket again,
            OneWay second)
            throws InterruptedException {
        for (int i = 0; i < count; i++) {
            direct(bare, first);
            asked(session, relay);
            direct(again, second);
        }
    }

    private static void direct(EngineSocket socket, OneWay way) throws InterruptedException {
        way.turn(
                () -> socket.loop()
                        .execute(() -> socket.text("{\"type\":\"prompt\",\"voicePrompt\":\"" + WORDS
                                + "\",\"lang\":\"en-US\",\"last\":true}")),
                () -> socket.loop()
                        .execute(() -> socket.text("{\"type\":\"interrupt\",\"utteranceUntilInterrupt\":\"Yes, we\","
                                + "\"durationUntilInterruptMs\":480}")));
        LockSupport.parkNanos(PAUSE_NS);
    }

    private void asked(DialogueSession session, OneWay way) throws InterruptedException {
        long token = Token.of(++event, 0);
        History.Snapshot history =
                new History.Snapshot(List.of(new History.Entry(History.Role.USER, token, WORDS, false, "", 0)));
        way.turn(
                () -> session.respond(token, new UserInput(UserInput.Kind.SPEECH, WORDS), history),
                () -> session.cancelled(token, "Yes, we", 480));
        LockSupport.parkNanos(PAUSE_NS);
    }

    private static EngineSocket bare(EngineNet net, LoopbackServer server, String path, OneWay way) throws Exception {
        CompletableFuture<EngineSocket> open = new CompletableFuture<>();
        EventLoop loop = net.next();
        net.connect(
                loop,
                new SocketRequest("bare", server.ws(path), Map.of(), 1 << 16, DEADLINES, null),
                new SocketListener() {
                    @Override
                    public void opened(EngineSocket socket) {
                        open.complete(socket);
                    }

                    @Override
                    public void text(ByteBuf message) {
                        way.answered();
                    }

                    @Override
                    public void closed(int code, EngineFailure failure) {
                        open.completeExceptionally(new IllegalStateException("closed with " + code));
                    }
                });
        return open.get(10, TimeUnit.SECONDS);
    }

    private static DialogueSession session(EngineNet net, LoopbackServer server, OneWay way) throws Exception {
        RelaySettings settings = new RelaySettings(
                "relay",
                server.ws("/relay"),
                "",
                KeyHeader.BEARER,
                "en-US",
                ChatSentences.ENGLISH.greeting("Hello."),
                10_000,
                10_000,
                RelayOptions.USUAL,
                DEADLINES,
                null);
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
