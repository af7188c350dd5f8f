package io.sidetone.tools.softphone.script;

import io.sidetone.audio.SampleRate;
import io.sidetone.audio.tone.SpeechNoise;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.softphone.sound.CallerSound;
import io.sidetone.tools.softphone.sound.CallerSounds;
import io.sidetone.tools.softphone.sound.SpokenSounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the sounds of a caller's steps, so that a telephone can play them: words become sound of the embedded voice.
 *
 * @param folder where paths start
 * @param sampleRateHz of the line
 */
public record SpokenSteps(Path folder, int sampleRateHz) {
    /** Sounds of a narrowband line; paths are taken as they are. */
    public static final SpokenSteps NARROWBAND = new SpokenSteps(Path.of(""), SampleRate.NARROWBAND_HZ);

    private static final double COUGH_DBOV = -24;

    /** The softphone waits this long behind the agent's last sound anyway. */
    private static final long OWN_PAUSE_MS = 600;

    /**
     * Returns {@code steps} as a script, numbered from 1.
     *
     * @throws IOException when a sound cannot be made; the message gives the remedy
     */
    public List<ScriptStep> of(List<CallerStep> steps) throws IOException {
        List<ScriptStep> script = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            script.add(step(i + 1, steps.get(i), i == 0 || steps.get(i - 1).wantsAnswer()));
        }
        return script;
    }

    /**
     * Returns one step.
     *
     * @param line its number for people
     * @param listens whether the agent speaks before it
     * @throws IOException when its sound cannot be made; the message gives the remedy
     */
    ScriptStep step(int line, CallerStep step, boolean listens) throws IOException {
        Trigger trigger = step.intoAnswer()
                .<Trigger>map(into -> new Trigger.AfterTalkStart(into.toMillis()))
                .or(() -> step.at().map(at -> new Trigger.At(at.toMillis())))
                .orElse(listens ? new Trigger.AfterAgentTurn() : new Trigger.At(0));
        return new ScriptStep(line, trigger, action(step));
    }

    private CallerAction action(CallerStep step) throws IOException {
        if (step.hangUp()) {
            return new CallerAction.HangUp();
        }
        if (step.digits().isPresent()) {
            return new CallerAction.Dial(step.digits().get());
        }
        long pauseMs = step.pause().map(Duration::toMillis).orElse(0L) - OWN_PAUSE_MS;
        return new CallerAction.Play(sound(step).after(samples(Duration.ofMillis(Math.max(0, pauseMs)))));
    }

    private CallerSound sound(CallerStep step) throws IOException {
        if (step.play().isPresent()) {
            Path file = step.play().get();
            Path named = file.startsWith(folder) ? folder.relativize(file) : file;
            return CallerSounds.read(named.toString(), folder.resolve(file), sampleRateHz);
        }
        if (step.say().isPresent()) {
            return SpokenSounds.say(step.say().get(), sampleRateHz);
        }
        short[] pcm = new short[samples(step.silence().or(step::noise).orElseThrow())];
        if (step.noise().isPresent()) {
            new SpeechNoise(sampleRateHz, 1, COUGH_DBOV).fill(pcm, 0, pcm.length);
        }
        return new CallerSound(step.text(), sampleRateHz, pcm);
    }

    private int samples(Duration length) {
        return Math.toIntExact(length.toMillis() * sampleRateHz / 1_000);
    }
}
