package io.sidetone.speech.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.port.Recognizer;
import io.sidetone.speech.deepgram.ListenCall;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LogWatch;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.OwnCertificate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever goes wrong: every utterance gets its word, the next is heard, no connection stays, no secret is told. */
@Tag("real-time")
class RecognizerFaultTest {
    private static final Map<String, Supplier<FaultyRecognizer>> ENGINES = Map.of(
            "Deepgram Nova",
            FaultyRecognizer.Nova::new,
            "Deepgram Flux",
            FaultyRecognizer.Flux::new,
            "transcription",
            () -> new FaultyRecognizer.Transcription(false),
            "streamed transcription",
            () -> new FaultyRecognizer.Transcription(true));

    @TempDir
    static Path folder;

    private static OwnCertificate own;

    private FaultyRecognizer stt;
    private LoopbackServer server;
    private ListenCall call;
    private final List<String> told = new ArrayList<>();

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
    void shouldAnswerEveryUtteranceAndHearTheNext(String engine, Fault fault) throws Exception {
        boolean secure = fault == Fault.UNTRUSTED;
        server = secure ? LoopbackServer.open(own.certificate(), own.key()) : LoopbackServer.open();
        stt = ENGINES.get(engine).get();
        stt.serve(server);
        ListenCall listening = new ListenCall(server);
        call = listening;
        try (LogWatch logs = new LogWatch()) {
            try (listening) {
                boolean over = fault.onTheWay() ? onTheWay(fault) : inTheCall(fault);
                stt.heal();
                if (over || fault.hangs()) {
                    told.addAll(call.log().lines());
                    call.reopen(stt.engine(
                                    call.time,
                                    call.net,
                                    call.meter,
                                    stt.url(server),
                                    FaultyService.KEY,
                                    FaultyService.PATIENT,
                                    false,
                                    secure ? own.certificate() : null))
                            .ready();
                }
                call.start(320).say("yes please").end(320);
                assertThat(call.result(320)).isEqualTo("final 320 yes please");
            }
            told.addAll(call.log().lines());
            told.addAll(logs.lines());
            assertThat(told).noneMatch(line -> line.contains("0123456789") || line.contains("9876543210"));
        }
    }

    private Recognizer engine(Fault fault) {
        return stt.engine(
                call.time,
                call.net,
                call.meter,
                stt.url(fault, server),
                fault == Fault.UNAUTHORIZED ? FaultyService.WRONG_KEY : FaultyService.KEY,
                FaultyService.patience(fault),
                fault.hangs() && !fault.onTheWay(),
                null);
    }

    /** Returns whether the session is over. */
    private boolean onTheWay(Fault fault) {
        stt.refuse(fault == Fault.LIMITED ? 429 : fault == Fault.BROKEN ? 500 : 0);
        if (fault != Fault.LIMITED && fault != Fault.BROKEN) {
            stt.heal();
        }
        call.open(engine(fault));
        String failure;
        if (stt.dials()) {
            failure = call.log().await("failed 0 ");
        } else {
            call.ready().start(16).say("book a table for two").end(16);
            failure = call.result(16);
        }
        assertThat(failure).startsWith("failed").contains(fault.code, fault.words, "stt");
        return true;
    }

    private boolean inTheCall(Fault fault) {
        call.open(engine(fault)).ready();
        if (fault == Fault.REVOKED) {
            revoked();
            return true;
        }
        stt.provoke(fault);
        call.start(16).say("book a table for two");
        boolean closed = fault == Fault.CLOSED_MID_WORD && stt.dials();
        if (closed) {
            server.dropAll();
        }
        if (closed || stt.interjects(fault)) {
            assertThat(call.result(16)).startsWith("failed 16 " + fault.code);
            return true;
        }
        if (stt.saves(fault)) {
            call.log().await("partial 16 book");
        }
        call.end(16);
        if (fault == Fault.LATE) {
            call.cancel(16);
            call.start(32).say("thanks").end(32);
            assertThat(call.result(32)).isEqualTo("final 32 thanks");
            assertThat(call.lines("final 16")).isEmpty();
            assertThat(call.lines("failed")).isEmpty();
            return false;
        }
        String result = call.result(16);
        if (fault.code.isEmpty()) {
            assertThat(result).isEqualTo("final 16 book a table for two");
            call.start(32).say("thanks").end(32);
            assertThat(call.result(32)).isEqualTo("final 32 thanks");
            assertThat(call.lines("final 16")).hasSize(1);
            return false;
        }
        if (stt.saves(fault)) {
            assertThat(result).startsWith("final 16 book");
        } else {
            assertThat(result).startsWith("failed 16 " + fault.code).contains(fault.words);
        }
        return !call.lines("failed 0 ").isEmpty();
    }

    /** The utterance before is heard; the connection breaks, and the next is refused. */
    private void revoked() {
        call.start(16).say("yes").end(16);
        assertThat(call.result(16)).isEqualTo("final 16 yes");
        stt.refuse(401);
        server.dropAll();
        String failure;
        if (stt.dials()) {
            call.log().await("failed 0 unavailable");
            told.addAll(call.log().lines());
            call.reopen();
            failure = call.log().await("failed 0 ");
        } else {
            Eventually.holds("the connection is gone", () -> call.net.openConnections() == 0);
            call.start(32).say("no").end(32);
            failure = call.result(32);
        }
        assertThat(failure).contains(Fault.REVOKED.code, "401", "engines.stt.key");
    }
}
