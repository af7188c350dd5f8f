package io.sidetone.speech.voice;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.contract.SynthesizerContract;
import io.sidetone.core.fence.Fence;
import io.sidetone.core.port.EngineHealth;
import io.sidetone.core.port.EngineKind;
import io.sidetone.core.port.SynthesisSession;
import io.sidetone.core.port.Synthesizer;
import io.sidetone.speech.embedded.Calls;
import io.sidetone.speech.embedded.Eventually;
import io.sidetone.speech.loopback.LoopbackServer;
import io.sidetone.speech.loopback.TestTime;
import io.sidetone.speech.meter.EngineMeter;
import io.sidetone.speech.net.Deadlines;
import io.sidetone.speech.net.EngineNet;
import io.sidetone.speech.net.Probe;
import io.sidetone.speech.voice.FakeVoice.Fault;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every voice that is a service must do, beyond what every voice must, whatever its service does. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
public abstract class VoiceContract extends SynthesizerContract {
    protected static final long TURN = 160;
    protected static final long NEXT_TURN = 176;
    protected static final int MUCH = 60_000;
    protected static final String FIRST = "Good morning to you.";
    protected static final String SECOND = "What can I do for you?";

    /** Patience that no test uses up by accident. */
    protected static final Deadlines LONG = new Deadlines(20_000, 20_000, 20_000);

    protected final TestTime time = new TestTime();
    protected LoopbackServer server;
    protected EngineNet net;
    protected EngineMeter meter;
    protected Fence fence;
    protected VoiceLog log;
    protected FakeVoice service;
    protected Synthesizer voice;
    protected SynthesisSession session;

    protected abstract FakeVoice serve(LoopbackServer at);

    protected abstract URI url(LoopbackServer at);

    /** Must be a {@link Probe} too. */
    protected abstract Synthesizer voice(URI url, String key, Deadlines deadlines);

    /** Whether a connection is opened with the session. */
    protected abstract boolean dialsFirst();

    protected abstract int rateHz();

    @Override
    protected Synthesizer contractVoice() {
        return voice;
    }

    @BeforeEach
    protected void begin() {
        server = LoopbackServer.open();
        net = time.net(2);
        meter = new EngineMeter("voice", EngineKind.SYNTHESIZER);
        fence = new Fence();
        log = new VoiceLog();
        service = serve(server);
        voice = voice(url(server), FakeVoice.KEY, LONG);
    }

    @AfterEach
    protected void end() {
        if (session != null) {
            session.close();
            log.log.await("closed");
            assertThat(log.count("closed")).isEqualTo(1);
            assertThat(log.log.lines().get(log.log.lines().size() - 1)).isEqualTo("closed");
        }
        Eventually.holds("all connections are let go", () -> net.openConnections() == net.idleConnections());
        // A connection that is given up unread looks broken from the other side.
        assertThat(server.violations()).allMatch(what -> what.startsWith("connection broke"));
        assertThat(log.log.lines()).noneMatch(line -> line.contains(FakeVoice.KEY));
        net.close();
        server.close();
    }

    protected void open() {
        session = voice.open(Calls.call(fence), log);
        log.log.await("ready");
    }

    protected void say(long token, String... clauses) {
        session.credit(token, MUCH);
        for (int i = 0; i < clauses.length; i++) {
            session.speak(token, i, clauses[i]);
        }
    }

    /** Has two clauses spoken, and returns when the first is heard and the second was asked for. */
    protected void sayBoth() {
        say(TURN, FIRST, SECOND);
        log.log.await("audio " + TURN + "/0");
        Eventually.holds("both clauses are asked for", () -> meter.requests.sum() == 2);
    }

    protected String failure(String what) {
        return log.log.await("failed " + what);
    }

    @Test
    void shouldSpeakClausesInOrderWhenAsked() {
        open();
        say(TURN, FIRST, SECOND);
        log.log.await("done " + TURN + "/1");

        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, rateHz()));
        assertThat(log.pcm(TURN, 1)).isEqualTo(service.pcm(SECOND, rateHz()));
        assertThat(log.rateHz).isEqualTo(rateHz());
        assertThat(log.longestMs).isLessThanOrEqualTo(500);
        int end = log.log.lines().indexOf("done " + TURN + "/0");
        assertThat(log.log.lines().indexOf("audio " + TURN + "/1")).isGreaterThan(end);
        assertThat(meter.requests.sum()).isEqualTo(2);
        assertThat(meter.characters.sum()).isEqualTo(FIRST.length() + SECOND.length());
        assertThat(meter.failures.sum() + meter.unexpected.sum() + meter.lateDropped.sum())
                .isZero();
        assertThat(meter.firstAnswer.getTotalCount()).isEqualTo(2);
    }

    @Test
    void shouldPublishNoMoreThanCreditWhenServiceIsAhead() {
        open();
        service.msPerChar = 60;
        session.speak(TURN, 0, FIRST);
        Eventually.holds("all audio came", () -> meter.wholeAnswer.getTotalCount() == 1);
        assertThat(log.audioMs(TURN)).isZero();
        session.credit(TURN, 300);
        Eventually.holds("credit is used", () -> log.audioMs(TURN) == 300);
        session.credit(TURN, 500);
        Eventually.holds("credit is used", () -> log.audioMs(TURN) == 800);
        assertThat(log.count("done")).isZero();
        session.credit(TURN, MUCH);
        log.log.await("done " + TURN + "/0");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, rateHz()));
    }

    @Test
    void shouldSpendNoCreditOfALaterTurn() {
        open();
        service.msPerChar = 60;
        session.credit(TURN, 300);
        session.speak(TURN, 0, FIRST);
        Eventually.holds("all audio came", () -> meter.wholeAnswer.getTotalCount() == 1);
        Eventually.holds("credit is used", () -> log.audioMs(TURN) == 300);
        session.credit(NEXT_TURN, MUCH);
        for (int loop = 0; loop < 2; loop++) {
            net.next().submit(() -> {}).syncUninterruptibly();
        }
        assertThat(log.audioMs(TURN)).isEqualTo(300);
        fence.advance(TURN + 1);
        session.cancel(TURN + 1);
        session.speak(NEXT_TURN, 0, SECOND);
        log.log.await("done " + NEXT_TURN + "/0");
        assertThat(log.audioMs(TURN)).isEqualTo(300);
    }

    @Test
    void shouldNotReadOnWhenFarAheadOfPlayout() {
        open();
        service.msPerChar = 600;
        session.speak(TURN, 0, FIRST);
        session.speak(TURN, 1, SECOND);
        Eventually.holds("some seconds are held", () -> meter.audioMs.sum() >= 8_000);
        session.credit(TURN, MUCH);
        log.log.await("done " + TURN + "/1");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, rateHz()));
        assertThat(log.pcm(TURN, 1)).isEqualTo(service.pcm(SECOND, rateHz()));
    }

    @Test
    void shouldPublishNothingOfACancelledTurnWhenItsAudioStillComes() {
        open();
        service.fault = Fault.LATE_AFTER_CANCEL;
        sayBoth();
        fence.advance(TURN + 1);
        session.cancel(TURN + 1);
        int before = log.pcm(TURN, 0).length;
        service.fault = Fault.NONE;
        say(NEXT_TURN, "Yes?");
        log.log.await("done " + NEXT_TURN + "/0");

        assertThat(log.pcm(TURN, 0)).hasSize(before);
        assertThat(log.pcm(TURN, 1)).isEmpty();
        assertThat(log.count("done " + TURN)).isZero();
        assertThat(log.pcm(NEXT_TURN, 0)).isEqualTo(service.pcm("Yes?", rateHz()));
        assertThat(meter.cancelled.sum()).isEqualTo(2);
    }

    /** The lane publishes its fence before the cancel reaches the session. */
    @Test
    void shouldPublishNothingOfATurnBehindTheFenceWhenItIsNotYetCancelled() {
        open();
        session.speak(TURN, 0, FIRST);
        Eventually.holds("all audio came", () -> meter.wholeAnswer.getTotalCount() == 1);
        fence.advance(TURN + 1);
        say(NEXT_TURN, "Yes?");
        session.credit(TURN, MUCH);
        log.log.await("done " + NEXT_TURN + "/0");
        assertThat(log.count("audio " + TURN) + log.count("done " + TURN)).isZero();
    }

    @Test
    void shouldPublishNothingOfACancelledTurnWhateverTheFenceSays() {
        open();
        session.speak(TURN, 0, FIRST);
        Eventually.holds("all audio came", () -> meter.wholeAnswer.getTotalCount() == 1);
        session.cancel(TURN + 1);
        session.credit(TURN, MUCH);
        say(NEXT_TURN, "Yes?");
        log.log.await("done " + NEXT_TURN + "/0");
        assertThat(log.count("audio " + TURN) + log.count("done " + TURN)).isZero();
    }

    @Test
    void shouldBeSilentWhenTextHasNoLetters() {
        open();
        say(TURN, "…", FIRST);
        log.log.await("done " + TURN + "/1");
        assertThat(log.log.lines()).contains("done " + TURN + "/0");
        assertThat(service.asked).hasSize(1);
    }

    @Test
    void shouldLoseNoSampleWhenPiecesEndInTheMiddleOfOne() {
        open();
        service.fault = Fault.ODD_BYTES;
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, rateHz()));
    }

    @Test
    void shouldNotWaitForAConnectionThatIsOpen() {
        voice = voice(url(server), FakeVoice.KEY, new Deadlines(15_000, 150, 15_000));
        open();
        service.fault = Fault.HANG_FIRST;
        say(TURN, FIRST);
        assertThat(failure(TURN + "/0")).contains("timeout", "than 150 ms");
    }

    @Test
    void shouldCountAndGoOnWhenHalfASampleIsLost() {
        open();
        service.fault = Fault.HALF_SAMPLE;
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.pcm(TURN, 0)).hasSize(service.pcm(FIRST, rateHz()).length - 1);
        assertThat(meter.unexpected.sum()).isEqualTo(1);
    }

    @Test
    void shouldFailWhenServiceSendsNoAudio() {
        open();
        service.fault = Fault.EMPTY;
        say(TURN, FIRST);
        assertThat(failure(TURN + "/0")).contains("broken", "no audio");
    }

    @Test
    void shouldFailTheClauseAndGoOnWhenServiceReportsAnError() {
        open();
        service.fault = Fault.ERROR;
        say(TURN, FIRST);
        assertThat(failure(TURN + "/0")).contains("rejected", "voice");
        service.fault = Fault.NONE;
        say(NEXT_TURN, SECOND);
        log.log.await("done " + NEXT_TURN + "/0");
    }

    @Test
    void shouldAskAgainWhenServiceWantsPatience() {
        open();
        service.fault = Fault.LIMITED_ONCE;
        say(TURN, FIRST);
        log.log.await("done " + TURN + "/0");
        assertThat(log.pcm(TURN, 0)).isEqualTo(service.pcm(FIRST, rateHz()));
        assertThat(service.asked).hasSize(2);
        assertThat(meter.requests.sum()).isEqualTo(1);
    }

    @Test
    void shouldCloseOnceWhenNothingWasEverAnswered() {
        service.fault = Fault.HANG_FIRST;
        session = voice.open(Calls.call(fence), log);
        say(TURN, FIRST);
        session.close();
        session.close();
        log.log.await("closed");
    }

    @Test
    void shouldCloseOnceWhenConnectionBreaksAtTheSameTime() {
        open();
        service.fault = Fault.HANG_MIDDLE;
        say(TURN, FIRST);
        log.log.await("audio " + TURN + "/0");
        server.dropAll();
        session.close();
        log.log.await("closed");
    }

    @Test
    void shouldFindTheServiceWorkingWhenProbed() throws Exception {
        EngineHealth result = ((Probe) voice).probe().get(60, TimeUnit.SECONDS);
        assertThat(result.up()).as(result.detail()).isTrue();
        assertThat(result.detail()).contains("" + rateHz());
    }

    @Test
    void shouldNameTheRemedyWhenProbedWithAWrongKey() throws Exception {
        EngineHealth result =
                ((Probe) voice(url(server), "sk-wrong-key-99", LONG)).probe().get(60, TimeUnit.SECONDS);
        assertThat(result.up()).isFalse();
        assertThat(result.detail()).contains("engines.voice.key").doesNotContain("sk-wrong-key-99");
    }
}
