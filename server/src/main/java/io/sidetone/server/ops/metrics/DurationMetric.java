package io.sidetone.server.ops.metrics;

import java.util.stream.Stream;

/**
 * The histograms of times that this process publishes: metric name, help and bounds in seconds, each described once. Every bound is a
 * series for each agent, engine or trunk, so the bounds lie where the questions of docs/operations.md are.
 */
enum DurationMetric {
    /** Stages of an interruption. */
    BARGE_IN(
            "barge_in",
            "Caller's onset to the yield decision (detect) and to the commit (commit); yield decision to the "
                    + "agent's last frame (yield), and to its write to the socket (wire)",
            "0.02 0.05 0.1 0.2"),
    /** Time until the agent answers. */
    TURN_RESPONSE(
            "turn_response",
            "End of the caller's speech to the agent's first audio",
            "0.2 0.3 0.4 0.5 0.6 0.8 1 1.5 2 3 5"),
    /** Time of answers by stage. */
    ANSWER_STAGE(
            "answer_stage", "What each stage of an answer adds after the caller's last sound", "0.1 0.3 0.6 1.2 3"),
    /** Time that requests made early save. */
    PREEMPTIVE_SAVED(
            "preemptive_saved",
            "From a request before its turn was over to when it would have been made otherwise",
            "0.1 0.2 0.3 0.5 1"),
    /** Work of a lane. */
    LANE_CYCLE("lane_cycle", "Time one event takes on its lane", "0.0001 0.001 0.005 0.02"),
    /** Lateness of ticks. */
    TICK_LATENESS("tick_lateness", "Lateness of the lanes' ticks", "0.001 0.0025 0.005 0.02"),
    /** Time until consumers know a state. */
    STATE_BROADCAST(
            "state_broadcast",
            "State change to each consumer told: the book of calls, each subscriber of events",
            "0.001 0.01 0.1"),
    /** Lateness of frames when they are written. */
    PLAYOUT_LATENESS(
            "playout_lateness",
            "Frame due to frame handed to its socket",
            "0.0001 0.00025 0.0005 0.001 0.0015 0.0025 0.005 0.02"),
    /** Jitter of RTP (RFC 3550, section 6.4.1). */
    JITTER(
            "jitter",
            "Interarrival jitter of calls every 5 s: of callers' packets (in), of ours as callers report it (out)",
            "0.005 0.01 0.02 0.04"),
    /** Jitter of the calls of a trunk. */
    TRUNK_JITTER(
            "trunk_jitter",
            "Interarrival jitter of each call at its end: of callers' packets (in), of ours as callers report it (out)",
            "0.01 0.02 0.04"),
    /** Time until an engine begins to answer. */
    ENGINE_FIRST_ANSWER("engine_first_answer", "From a request to the first piece of its answer", "0.1 0.3 0.6 1.2 3"),
    /** Time for which an engine answers. */
    ENGINE_WHOLE_ANSWER("engine_whole_answer", "From a request to the end of its answer", "0.3 1 3 10");

    final String metric;
    final String help;
    final double[] boundsS;

    /** {@code boundsS} in seconds, parted by spaces. */
    DurationMetric(String metric, String help, String boundsS) {
        this.metric = "sidetone_" + metric + "_seconds";
        this.help = help;
        this.boundsS =
                Stream.of(boundsS.split(" ")).mapToDouble(Double::parseDouble).toArray();
    }
}
