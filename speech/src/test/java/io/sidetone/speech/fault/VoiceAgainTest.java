package io.sidetone.speech.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.CallContext;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.SynthesisEvents;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.failover.Candidate;
import io.sidetone.speech.failover.Circuit;
import io.sidetone.speech.failover.Failover;
import io.sidetone.speech.failover.FailoverSynthesizer;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.voice.VoiceLog;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An agent with one voice is heard although that voice dies once, whichever it is. */
class VoiceAgainTest {
    private static final long TURN = 160;
    private static final String FIRST = "Good morning to you.";
    private static final String SECOND = "What can I do for you?";

    private static final Map<String, Supplier<FaultyVoice>> ENGINES = Map.of(
            "Cartesia", FaultyVoice.Cartesia::new,
            "ElevenLabs", FaultyVoice.ElevenLabs::new,
            "OpenAI speech", FaultyVoice.OpenAi::new,
            "Deepgram Aura", FaultyVoice.Aura::new);

    private final TestTime time = new TestTime();
    private final EngineNet net = time.net(1);
    private final EngineMeter meter = new EngineMeter("voice", EngineKind.SYNTHESIZER);
    private final VoiceLog log = new VoiceLog();
    private final LoopbackServer server = LoopbackServer.open();
    private FaultyVoice voice;
    private SynthesisSession session;

    static Stream<String> engines() {
        return ENGINES.keySet().stream().sorted();
    }

    static Stream<Arguments> cells() {
        return engines().flatMap(engine -> Stream.of(Fault.CLOSED_MID_WORD, Fault.GARBAGE, Fault.WRONG_KIND, Fault.HUGE)
                .filter(ENGINES.get(engine).get()::has)
                .map(fault -> Arguments.of(engine, fault)));
    }

    private void open(String engine) {
        voice = ENGINES.get(engine).get();
        voice.serve(server);
        Synthesizer dying = voice.engine(
                time,
                net,
                meter,
                voice.url(Fault.LATE, server),
                FaultyService.KEY,
                new Deadlines(20_000, 20_000, 20_000),
                null);
        Synthesizer alone = new Synthesizer() {
            private int sessions;

            @Override
            public SynthesisSession open(CallContext call, SynthesisEvents events) {
                if (sessions++ > 0) {
                    voice.heal();
                }
                return dying.open(call, events);
            }

            @Override
            public Capabilities capabilities() {
                return dying.capabilities();
            }

            @Override
            public EngineHealth health() {
                return dying.health();
            }
        };
        session = new FailoverSynthesizer(new Failover<>(
                        List.of(new Candidate<>("voice", alone, new Circuit(time::nanoTime))), net::next, 20_000))
                .open(Calls.call(new Fence()), log);
        log.log.await("ready");
        session.credit(TURN, 60_000);
    }

    @AfterEach
    void close() {
        session.close();
        log.log.await("closed");
        Eventually.holds("no connection is left", () -> net.openConnections() == net.idleConnections());
        net.close();
        server.close();
    }

    private void speakBoth() {
        session.speak(TURN, 0, FIRST);
        session.speak(TURN, 1, SECOND);
    }

    @ParameterizedTest
    @MethodSource("engines")
    void shouldBeHeardWhenTheConnectionBreaksBeforeAnySound(String engine) {
        open(engine);
        voice.provoke(Fault.HANG_FIRST);
        speakBoth();
        Eventually.holds("both are asked for", () -> voice.asked() == 2);
        if (!voice.dials()) {
            voice.heal();
        }
        server.dropAll();
        log.log.await("done " + TURN + "/1");
        voice.spoken(log, TURN, 0, FIRST);
        voice.spoken(log, TURN, 1, SECOND);
        assertThat(log.count("failed")).isZero();
    }

    @ParameterizedTest
    @MethodSource("engines")
    void shouldBeHeardWhenTheConnectionBreaksBetweenTwoClauses(String engine) {
        open(engine);
        session.speak(TURN, 0, FIRST);
        log.log.await("done " + TURN + "/0");
        server.dropAll();
        session.speak(TURN, 1, SECOND);
        log.log.await("done " + TURN + "/1");
        voice.spoken(log, TURN, 1, SECOND);
        assertThat(log.count("failed")).isZero();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("cells")
    void shouldSayWhatIsMissingWhateverItDiesOf(String engine, Fault fault) {
        open(engine);
        voice.provoke(fault);
        speakBoth();
        log.log.await("done " + TURN + "/1");
        voice.spoken(log, TURN, 1, SECOND);
        assertThat(log.log.lines()).contains("done " + TURN + "/0");
        assertThat(log.count("failed")).isZero();
    }
}
