package io.sidetone.tools.scenario.real;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import io.sidetone.tools.softphone.sound.CallerSounds;
import io.sidetone.tools.softphone.sound.SpokenSounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Steps of a scenario as lines of a softphone's script: words become sound of the embedded voice. */
final class SpokenSteps {
    private static final int RATE_HZ = SampleRate.NARROWBAND_HZ;
    private static final int SAMPLES_PER_MS = RATE_HZ / 1_000;
    private static final double COUGH_DBOV = -24;

    /** The softphone waits this long behind the agent's last sound anyway. */
    private static final long OWN_PAUSE_MS = 600;

    private SpokenSteps() {}

    /**
     * Returns {@code steps} as a script.
     *
     * @throws IOException when a sound cannot be made; the message gives the remedy
     */
    static List<ScriptStep> of(List<CallerStep> steps) throws IOException {
        List<ScriptStep> script = new ArrayList<>();
        boolean listens = true;
        for (int i = 0; i < steps.size(); i++) {
            CallerStep step = steps.get(i);
            Trigger trigger = step.intoAnswer()
                    .<Trigger>map(into -> new Trigger.AfterTalkStart(into.toMillis()))
                    .orElse(listens ? new Trigger.AfterAgentTurn() : new Trigger.At(0));
            script.add(new ScriptStep(i + 1, trigger, action(step)));
            listens = step.wantsAnswer();
        }
        return script;
    }

    private static CallerAction action(CallerStep step) throws IOException {
        if (step.hangUp()) {
            return new CallerAction.HangUp();
        }
        if (step.digits().isPresent()) {
            return new CallerAction.Dial(step.digits().get());
        }
        long pauseMs = step.pause().map(Duration::toMillis).orElse(0L) - OWN_PAUSE_MS;
        return new CallerAction.Play(after(Math.max(0, pauseMs), sound(step)));
    }

    private static CallerSound sound(CallerStep step) throws IOException {
        if (step.play().isPresent()) {
            Path file = step.play().get();
            return CallerSounds.read(file.toString(), file);
        }
        if (step.say().isPresent()) {
            return SpokenSounds.say(step.say().get(), RATE_HZ);
        }
        short[] pcm = new short[samples(step.silence().or(step::noise).orElseThrow())];
        if (step.noise().isPresent()) {
            new SpeechNoise(RATE_HZ, 1, COUGH_DBOV).fill(pcm, 0, pcm.length);
        }
        return new CallerSound(step.text(), pcm);
    }

    private static int samples(Duration length) {
        return Math.toIntExact(length.toMillis() * SAMPLES_PER_MS);
    }

    private static CallerSound after(long pauseMs, CallerSound sound) {
        if (pauseMs == 0) {
            return sound;
        }
        int silent = Math.toIntExact(pauseMs * SAMPLES_PER_MS);
        short[] frame = new short[sound.frameSamples()];
        short[] pcm = new short[silent + sound.frames() * frame.length];
        for (int i = 0; i < sound.frames(); i++) {
            sound.copyFrame(i, frame);
            System.arraycopy(frame, 0, pcm, silent + i * frame.length, frame.length);
        }
        return new CallerSound(sound.file(), pcm);
    }
}
