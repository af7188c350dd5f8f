package io.sidetone.tools.softphone.scenario;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Limits by which a caller recognizes the agent's turns, and how long the caller waits.
 *
 * @param turnSilenceNs silence after which the agent's turn is over
 * @param minTurnNs voiced sound that makes a turn; less is a click, or the rest of an interrupted talk
 * @param talkGapNs silence that must precede a voiced packet which begins a talk
 * @param agentSilenceNs silence of the agent after which the caller gives up
 * @param callNs longest call, from the answer
 * @param maxRepeats how often one sound is repeated after reprompts
 */
public record ScenarioLimits(
        long turnSilenceNs, long minTurnNs, long talkGapNs, long agentSilenceNs, long callNs, int maxRepeats) {
    /** 600 ms, 100 ms, 200 ms, 30 s, 10 minutes, 2 repeats. */
    public static final ScenarioLimits DEFAULT = new ScenarioLimits(
            TimeUnit.MILLISECONDS.toNanos(600),
            TimeUnit.MILLISECONDS.toNanos(100),
            TimeUnit.MILLISECONDS.toNanos(200),
            TimeUnit.SECONDS.toNanos(30),
            TimeUnit.MINUTES.toNanos(10),
            2);

    /** Returns these limits for calls that last {@code longest} at most. */
    public ScenarioLimits callsOf(Duration longest) {
        return new ScenarioLimits(turnSilenceNs, minTurnNs, talkGapNs, agentSilenceNs, longest.toNanos(), maxRepeats);
    }
}
