package io.sidetone.speech.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LogWatch;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.OwnCertificate;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.voice.VoiceLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever goes wrong: every clause ends, the next turn is spoken, nothing stale sounds, no connection stays, no secret is told. */
@Order(1)
@Tag("real-time")
class SynthesizerFaultTest {
    private static final long TURN = 160;
    private static final long NEXT = 176;
    private static final long LAST = 192;
    private static final String FIRST = "Good morning to you.";
    private static final String SECOND = "What can I do for you?";
    private static final Map<String, Supplier<FaultyVoice>> ENGINES = Map.of(
            "Cartesia", FaultyVoice.Cartesia::new,
            "ElevenLabs", FaultyVoice.ElevenLabs::new,
            "OpenAI speech", FaultyVoice.OpenAi::new,
            "Deepgram Aura", FaultyVoice.Aura::new);

    @TempDir
    static Path folder;

    private static OwnCertificate own;

    private final TestTime time = new TestTime();
    private final EngineNet net = time.net(1);
    private final EngineMeter meter = new EngineMeter("voice", EngineKind.SYNTHESIZER);
    private final Fence fence = new Fence();
    private final List<String> told = new ArrayList<>();
    private FaultyVoice voice;
    private LoopbackServer server;
    private VoiceLog log;
    private SynthesisSession session;

    @BeforeAll
    static void certify() throws Exception {
        own = OwnCertificate.in(folder);
    }

    static Stream<Arguments> cells() {
        return ENGINES.keySet().stream().sorted().flatMap(engine -> Stream.of(Fault.values())
                .filter(ENGINES.get(engine).get()::has)
                .map(fault -> Arguments.of(engine, fault)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("cells")
    void shouldEndEveryClauseAndSpeakTheNextTurn(String engine, Fault fault) throws Exception {
        boolean secure = fault == Fault.UNTRUSTED;
        server = secure ? LoopbackServer.open(own.certificate(), own.key()) : LoopbackServer.open();
        voice = ENGINES.get(engine).get();
        voice.serve(server);
        try (LogWatch logs = new LogWatch()) {
            boolean over = fault.onTheWay() ? onTheWay(fault) : inTheCall(fault);
            voice.heal();
            if (over || fault.hangs()) {
                hangUp();
                open(Fault.LATE, FaultyService.KEY, secure ? own.certificate() : null);
                log.log.await("ready");
            }
            say(LAST, FIRST, SECOND);
            ended(LAST, 1);
            voice.spoken(log, LAST, 0, FIRST);
            voice.spoken(log, LAST, 1, SECOND);
            hangUp();
            Eventually.holds("no connection is left", () -> net.openConnections() == net.idleConnections());
            // A connection that is given up unread looks broken from the other side.
            assertThat(server.violations()).allMatch(what -> what.startsWith("connection broke"));
            told.addAll(logs.lines());
            assertThat(told).noneMatch(line -> line.contains("0123456789") || line.contains("9876543210"));
        } finally {
            net.close();
            server.close();
        }
    }

    private void open(Fault fault, String key, Path trust) {
        log = new VoiceLog();
        session = voice.engine(time, net, meter, voice.url(fault, server), key, FaultyService.patience(fault), trust)
                .open(Calls.call(fence), log);
    }

    private void hangUp() {
        session.close();
        log.log.await("closed");
        assertThat(log.count("closed")).isEqualTo(1);
        told.addAll(log.log.lines());
    }

    private void say(long token, String... clauses) {
        session.credit(token, 60_000);
        for (int i = 0; i < clauses.length; i++) {
            session.speak(token, i, clauses[i]);
        }
    }

    private String ended(long token, int clause) {
        String name = token + "/" + clause;
        return log.log.await(line -> line.equals("done " + name) || line.startsWith("failed " + name + " "), name);
    }

    /** Returns whether the session is over. */
    private boolean onTheWay(Fault fault) {
        voice.refuse(fault == Fault.LIMITED ? 429 : fault == Fault.BROKEN ? 500 : 0);
        open(fault, fault == Fault.UNAUTHORIZED ? FaultyService.WRONG_KEY : FaultyService.KEY, null);
        String failure;
        if (voice.dials()) {
            failure = log.log.await("failed 0/0 ");
        } else {
            log.log.await("ready");
            say(TURN, FIRST);
            failure = ended(TURN, 0);
        }
        assertThat(failure).startsWith("failed").contains(voice.code(fault), fault.words, "voice");
        assertThat(log.lastFailure.retryAfterMs() > 0).isEqualTo(voice.retryAfter(fault));
        say(NEXT, SECOND);
        ended(NEXT, 0);
        return true;
    }

    private boolean inTheCall(Fault fault) {
        open(fault, FaultyService.KEY, null);
        log.log.await("ready");
        if (fault == Fault.REVOKED) {
            revoked();
            return true;
        }
        voice.provoke(fault);
        if (fault == Fault.DRIP) {
            say(TURN, FIRST);
        } else {
            say(TURN, FIRST, SECOND);
        }
        if (fault == Fault.LATE) {
            late();
        } else if (voice.code(fault).isEmpty()) {
            assertThat(ended(TURN, 0)).startsWith("done");
            assertThat(ended(TURN, 1)).startsWith("done");
            voice.spoken(log, TURN, 0, FIRST);
            voice.spoken(log, TURN, 1, SECOND);
        } else {
            assertThat(ended(TURN, 0)).startsWith("failed " + TURN + "/0 " + voice.code(fault));
            if (fault != Fault.DRIP) {
                assertThat(ended(TURN, 1)).startsWith("failed");
            }
            if (fault == Fault.HANG_MIDDLE || fault == Fault.CLOSED_MID_WORD) {
                assertThat(log.audioMs(TURN)).isPositive();
            }
        }
        assertThat(log.count("done " + TURN + "/0")).isLessThanOrEqualTo(1);
        boolean over = voice.dials() && (fault == Fault.CLOSED_MID_WORD || fault.interrupts());
        if (over) {
            log.log.await("failed 0/0 ");
        }
        return over;
    }

    /** Nothing of a cancelled turn sounds behind the first of the next. */
    private void late() {
        log.log.await("audio " + TURN + "/0");
        fence.advance(TURN + 1);
        session.cancel(TURN + 1);
        voice.cancelled();
        voice.heal();
        say(NEXT, "Yes?");
        assertThat(ended(NEXT, 0)).startsWith("done");
        voice.spoken(log, NEXT, 0, "Yes?");
        List<String> lines = log.log.lines();
        int next = lines.indexOf("audio " + NEXT + "/0");
        assertThat(lines.subList(next, lines.size())).noneMatch(line -> line.contains(" " + TURN + "/"));
        assertThat(log.count("done " + TURN)).isZero();
    }

    /** The connection breaks, and the next is refused. */
    private void revoked() {
        say(TURN, FIRST);
        assertThat(ended(TURN, 0)).startsWith("done");
        voice.refuse(401);
        server.dropAll();
        String failure;
        if (voice.dials()) {
            failure = log.log.await("failed 0/0 ");
            if (failure.contains("unavailable")) {
                hangUp();
                open(Fault.REVOKED, FaultyService.KEY, null);
                failure = log.log.await("failed 0/0 ");
            }
        } else {
            Eventually.holds("the connection is gone", () -> net.openConnections() == 0);
            say(NEXT, SECOND);
            failure = ended(NEXT, 0);
        }
        assertThat(failure).contains(Fault.REVOKED.code, "401", "engines.voice.key");
    }
}
