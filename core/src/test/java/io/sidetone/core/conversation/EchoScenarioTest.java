package io.sidetone.core.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.port.PcmChunk;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A telephone that sends back what it hears, 15 dB lower: the agent does not stop for itself, and does for the caller. */
class EchoScenarioTest extends CallScenario {
    private static final double GAIN = Math.pow(10, -15 / 20.0);
    private static final int SENTENCE_MS = 12_000;
    private static final long NOT_YET = -1;

    private final Random lineNoise = new Random(11);
    private final LaneRig.FrameSource voice = CallerVoice.talking(5);
    private int delayFrames = 3;

    /** What the telephone plays while it records its next frame, by media time; it goes on whatever stands still. */
    private long playedIndex = NOT_YET;

    /** The line: what was played so many frames ago, silence where no packet came, and its noise. */
    private void echo(short[] frame) {
        playedIndex = playedIndex == NOT_YET ? last(rig.sent).mediaIndex() : playedIndex;
        short[] far = played(playedIndex + 1 - delayFrames, frame.length);
        playedIndex++;
        for (int i = 0; i < frame.length; i++) {
            frame[i] = (short) Math.round(GAIN * far[i] + 8 * lineNoise.nextGaussian());
        }
    }

    private short[] played(long mediaIndex, int samples) {
        for (int at = rig.sent.size() - 1; at >= 0 && rig.sent.get(at).mediaIndex() >= mediaIndex; at--) {
            if (rig.sent.get(at).mediaIndex() == mediaIndex) {
                return rig.sent.get(at).pcm();
            }
        }
        return new short[samples];
    }

    /** Who stands still for a time, and what comes first when he goes on. */
    enum Stands {
        /** Our process; the caller's packets waited in the socket, and are read before the tick or after it. */
        PROCESS_AUDIO_FIRST,
        PROCESS_TICK_FIRST,
        /** The lane's thread: everything waited in the ring, in order. */
        LANE,
        /** The media loop, or the way from the caller: his frames come all at once. */
        CALLERS_FRAMES
    }

    private void standStill(Stands who, LaneRig.FrameSource line, int ms) {
        switch (who) {
            case PROCESS_AUDIO_FIRST -> {
                rig.stall(ms);
                frames(line, ms);
                rig.advance(20);
                frames(line, 20);
            }
            case PROCESS_TICK_FIRST -> {
                rig.stall(ms);
                rig.advance(20);
                frames(line, ms + 20);
            }
            case LANE -> assertThat(call.hearUnserved(line, ms, () -> {})).isZero();
            default -> {
                rig.advance(ms);
                frames(line, ms);
            }
        }
    }

    private void frames(LaneRig.FrameSource line, int ms) {
        for (int at = 0; at < ms; at += 20) {
            call.hearFrame(line);
        }
    }

    /** The line with the caller on it. */
    private LaneRig.FrameSource callerOverEcho() {
        short[] said = new short[160];
        return frame -> {
            echo(frame);
            talking.fill(said);
            for (int i = 0; i < frame.length; i++) {
                frame[i] = (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, frame[i] + said[i]));
            }
        };
    }

    private void givenLongSentence() {
        givenIdleAfterGreeting();
        givenLongSentenceAfterGreeting();
    }

    private void givenLongSentenceAfterGreeting() {
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.stt.events.finalTranscript(engines.stt.token, "opening hours please");
        rig.poll();
        engines.llm.say("A long sentence.");
        rig.poll();
        long token = engines.voice.token;
        for (int at = 0; at < SENTENCE_MS; at += 200) {
            short[] pcm = new short[8 * 200];
            short[] part = new short[160];
            for (int i = 0; i < pcm.length; i += part.length) {
                voice.fill(part);
                System.arraycopy(part, 0, pcm, i, part.length);
            }
            engines.voice.events.audio(token, 0, new PcmChunk(RATE, pcm, 0, pcm.length, null));
        }
        engines.voice.events.done(token, 0);
        rig.poll();
        assertThat(call.state()).isEqualTo(FloorState.SPEAKING);
        rig.moves.clear();
    }

    @Test
    void shouldNotInterruptItselfWhenTheTelephoneEchoes() {
        givenLongSentence();
        call.hear(this::echo, SENTENCE_MS - 500);
        assertThat(rules()).isEmpty();
        assertThat(call.record.yielding()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "PROCESS_AUDIO_FIRST, 300",
        "PROCESS_AUDIO_FIRST, 500",
        "PROCESS_AUDIO_FIRST, 1000",
        "PROCESS_TICK_FIRST, 300",
        "PROCESS_TICK_FIRST, 800",
        "LANE, 500",
        "CALLERS_FRAMES, 300",
        "CALLERS_FRAMES, 800"
    })
    void shouldNotInterruptItselfWhenSomethingStoodStillAtTheBeginning(Stands who, int ms) {
        givenIdleAfterGreeting();
        standStill(who, quiet, ms);
        givenLongSentenceAfterGreeting();
        call.hear(this::echo, SENTENCE_MS - 500);
        assertThat(rules()).as("moves of the floor").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PROCESS_AUDIO_FIRST, 300",
        "PROCESS_AUDIO_FIRST, 500",
        "PROCESS_TICK_FIRST, 300",
        "PROCESS_TICK_FIRST, 800",
        "LANE, 500",
        "CALLERS_FRAMES, 300",
        "CALLERS_FRAMES, 500"
    })
    void shouldNotInterruptItselfWhenSomethingStoodStillInTheMiddle(Stands who, int ms) {
        givenLongSentence();
        call.hear(this::echo, 5_000);
        standStill(who, this::echo, ms);
        call.hear(this::echo, 5_500);
        assertThat(rules()).as("moves of the floor").isEmpty();
    }

    @Test
    void shouldStopForTheCallerWhenTheProcessStoodStillAtTheBeginning() {
        givenIdleAfterGreeting();
        standStill(Stands.PROCESS_AUDIO_FIRST, quiet, 300);
        givenLongSentenceAfterGreeting();
        call.hear(this::echo, 6_000);
        call.hear(callerOverEcho(), 1_500);
        assertThat(rules()).as("moves of the floor").startsWith("VIP-T11", "VIP-T12");
    }

    /** A telephone that stood still, or moved its jitter buffer, echoes at another delay from then on. */
    @ParameterizedTest
    @CsvSource({"3, 4", "3, 6", "3, 7", "8, 3"})
    void shouldNotInterruptItselfWhenTheDelayOfTheEchoJumps(int before, int after) {
        delayFrames = before;
        givenLongSentence();
        call.hear(this::echo, 5_000);
        delayFrames = after;
        call.hear(this::echo, SENTENCE_MS - 5_500);
        assertThat(rules()).as("moves of the floor").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "3, 6"})
    void shouldStopForTheCallerWhenTheTelephoneEchoes(int before, int after) {
        delayFrames = before;
        givenLongSentence();
        call.hear(this::echo, 3_000);
        delayFrames = after;
        call.hear(this::echo, 3_000);
        call.hear(callerOverEcho(), 1_500);
        assertThat(rules()).as("moves of the floor").startsWith("VIP-T11", "VIP-T12");
    }
}
