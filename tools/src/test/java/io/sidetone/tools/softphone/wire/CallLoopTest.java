package io.sidetone.tools.softphone.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.audio.codec.G711;
import io.sidetone.audio.frame.Level;
import io.sidetone.tools.softphone.Speech;
import io.sidetone.tools.softphone.scenario.Scenario;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The caller's clockwork on a clock that passes 10 ms at each look: two looks make a frame, so the loop never waits. */
class CallLoopTest {
    private static final long MS = 1_000_000L;
    private static final int FRAME_SAMPLES = 160;

    private final PacketLog arrivals = new PacketLog();
    private final CallerTrack track = new CallerTrack();
    private long nowNs;

    private long look() {
        boolean heldUp = nowNs == 400 * MS;
        boolean catchesUp = nowNs >= 600 * MS && nowNs < 620 * MS;
        nowNs += heldUp ? 200 * MS : catchesUp ? MS / 2 : 10 * MS;
        return nowNs;
    }

    @Test
    void shouldBeginASoundInTheFrameThatIsDueWhenItWasHeldUpBefore() {
        CallerSender sender =
                new CallerSender(new LineFormat(G711.PCMU, 0, LineFormat.NO_EVENTS), 42, packet -> true, track);
        Scenario scenario = new Scenario(
                new CallScript(
                        List.of(
                                step(500, new CallerAction.Play(new CallerSound("a", Speech.sentence(1, 300)))),
                                step(1_000, new CallerAction.HangUp())),
                        false),
                ScenarioLimits.DEFAULT,
                sender);
        scenario.answered(0);

        new CallLoop(scenario, sender, arrivals, new LatenessLog(), this::look).run();

        short[] pcm = track.pcm();
        int first = 0;
        while (!Level.isAgentAudio(pcm, first * FRAME_SAMPLES, FRAME_SAMPLES)) {
            first++;
        }
        // The loop begins at 10 ms, and the first frame that is due at 500 ms or later is number 25.
        assertThat(first).isEqualTo(25);
    }

    private static ScriptStep step(int atMs, CallerAction action) {
        return new ScriptStep(1, new Trigger.At(atMs), action);
    }
}
