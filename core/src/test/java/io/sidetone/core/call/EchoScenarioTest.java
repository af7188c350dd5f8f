package io.sidetone.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.core.floor.FloorState;
import io.sidetone.core.lane.LaneRig;
import io.sidetone.core.playout.PcmChunk;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A telephone that sends back what it hears, 15 dB lower: the agent does not stop for itself, and does for the caller. */
class EchoScenarioTest extends CallScenario {
    private static final double GAIN = Math.pow(10, -15 / 20.0);
    private static final int SENTENCE_MS = 12_000;

    private final Random lineNoise = new Random(11);
    private final LaneRig.FrameSource voice = CallerVoice.talking(5);
    private int delayFrames = 3;

    /** The line: what was sent so many frames ago, and its noise. */
    private void echo(short[] frame) {
        int at = rig.sent.size() - delayFrames;
        short[] far = at < 0 ? new short[frame.length] : rig.sent.get(at).pcm();
        for (int i = 0; i < frame.length; i++) {
            frame[i] = (short) Math.round(GAIN * far[i] + 8 * lineNoise.nextGaussian());
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
        call.hear(talking, 400);
        call.hear(quiet, 900);
        engines.ears.events.finalTranscript(engines.ears.token, "opening hours please");
        rig.poll();
        engines.mind.say("A long sentence.");
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
