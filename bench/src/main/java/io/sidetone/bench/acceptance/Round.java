package io.sidetone.bench.acceptance;

import io.sidetone.bench.audio.Voice;
import io.sidetone.bench.callers.Softphone;
import io.sidetone.bench.harness.ControlTimer;
import io.sidetone.bench.harness.Target;
import io.sidetone.tools.softphone.call.CallProgress;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.measure.Percentiles;
import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import io.sidetone.tools.softphone.sound.CallerSound;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * One call in which the caller interrupts the greeting and every answer of the agent.
 *
 * @param answerMs from the INVITE to its answer
 * @param firstAudioMs from the answer to the agent's first audio packet
 * @param greetingMs interruption of the greeting: from its onset to the agent's last audio packet; empty when the agent
 *     was silent
 * @param answersMs the same for each interruption of an answer
 * @param missed interruptions at which the agent was silent, so that nothing could be measured
 * @param endToNextMs from each end to the agent's next audio packet
 * @param packetsLost packets of the agent that did not arrive
 * @param pacing how late the agent's packets arrived, compared to their timestamps
 * @param own how late the caller's packets were sent
 * @param control lateness of a timer without other work
 */
record Round(
        double answerMs,
        double firstAudioMs,
        List<Double> greetingMs,
        List<Double> answersMs,
        int missed,
        List<Double> endToNextMs,
        long packetsLost,
        Percentiles pacing,
        Percentiles own,
        Percentiles control) {
    private static final int RATE_HZ = 8_000;
    private static final int FADE_SAMPLES = 160;

    /** Places the call; {@code seed} decides when the caller interrupts and for how long it speaks. */
    static Round run(Target server, int interruptions, long seed) throws Exception {
        CallResult.Completed call;
        Percentiles control;
        try (ControlTimer timer = new ControlTimer()) {
            call = Softphone.call(server, "desk", script(interruptions, seed), CallProgress.NONE, seed);
            control = timer.stop();
        }
        if (!call.scenario().complete()) {
            throw new IOException(
                    "the call did not run through: " + call.scenario().text());
        }
        return of(call, control);
    }

    private static Round of(CallResult.Completed call, Percentiles control) {
        CallReport report = call.report();
        List<Double> greeting = new ArrayList<>();
        List<Double> answers = new ArrayList<>();
        List<Double> endToNext = new ArrayList<>();
        int missed = 0;
        for (int i = 0; i < report.plays().size(); i++) {
            CallReport.Play play = report.plays().get(i);
            if (play.onsetToLastAgentPacketMs() == null) {
                missed++;
            } else {
                (i == 0 ? greeting : answers).add(play.onsetToLastAgentPacketMs());
            }
            if (play.endToNextAgentMs() != null) {
                endToNext.add(play.endToNextAgentMs());
            }
        }
        return new Round(
                report.answerMs(),
                report.firstAgentAudioMs(),
                greeting,
                answers,
                missed,
                endToNext,
                report.packetsLost(),
                report.pacing(),
                call.ownLateness(),
                control);
    }

    /** Returns every interruption that could be measured. */
    List<Double> onsetToLastMs() {
        return Stream.concat(greetingMs.stream(), answersMs.stream()).toList();
    }

    private static List<ScriptStep> script(int interruptions, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<ScriptStep> steps = new ArrayList<>();
        for (int i = 0; i < interruptions; i++) {
            int speechMs = random.nextInt(700, 1_200);
            CallerSound sound = new CallerSound("interruption " + (i + 1), speech(speechMs, random.nextInt(RATE_HZ)));
            // The onset may be anywhere in the server's own 20 ms grid, and anywhere in a syllable of the agent.
            Trigger trigger = new Trigger.AfterTalkStart(random.nextInt(500, 1_500));
            steps.add(new ScriptStep(0, trigger, new CallerAction.Play(sound)));
        }
        steps.add(new ScriptStep(0, new Trigger.AfterTalkStart(300), new CallerAction.HangUp()));
        return steps;
    }

    /** Returns a voice that begins within 20 ms, each time at another place of its melody. */
    private static short[] speech(int ms, int skipped) {
        Voice voice = new Voice(RATE_HZ);
        voice.fill(new short[skipped], 0, skipped);
        short[] pcm = new short[ms * RATE_HZ / 1_000];
        voice.fill(pcm, 0, pcm.length);
        for (int i = 0; i < FADE_SAMPLES; i++) {
            pcm[i] = (short) (pcm[i] * i / FADE_SAMPLES);
        }
        return pcm;
    }
}
