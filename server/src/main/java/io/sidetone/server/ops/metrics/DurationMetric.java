package io.sidetone.server.ops.metrics;

/** The histograms of times that this process publishes: metric name and help, each described once. */
enum DurationMetric {
    /** Stages of an interruption. */
    BARGE_IN(
            "barge_in",
            "Caller's onset to the yield decision (detect) and to the commit (commit); yield decision to the "
                    + "agent's last frame (yield), and to its write to the socket (wire)"),
    /** Time until the agent answers. */
    TURN_RESPONSE("turn_response", "End of the caller's speech to the agent's first audio"),
    /** Time of answers by stage. */
    ANSWER_STAGE("answer_stage", "What each stage of an answer adds after the caller's last sound"),
    /** Time that requests made early save. */
    PREEMPTIVE_SAVED(
            "preemptive_saved", "From a request before its turn was over to when it would have been made otherwise"),
    /** Work of a lane. */
    LANE_CYCLE("lane_cycle", "Time one event takes on its lane"),
    /** Lateness of ticks. */
    TICK_LATENESS("tick_lateness", "Lateness of the lanes' ticks"),
    /** Time until consumers know a state. */
    STATE_BROADCAST(
            "state_broadcast", "State change to each consumer told: the book of calls, each subscriber of events"),
    /** Lateness of frames when they are written. */
    PLAYOUT_LATENESS("playout_lateness", "Frame due to frame handed to its socket"),
    /** Jitter of RTP (RFC 3550, section 6.4.1). */
    JITTER(
            "jitter",
            "Interarrival jitter of calls every 5 s: of callers' packets (in), of ours as callers report it (out)"),
    /** Jitter of the calls of a trunk. */
    TRUNK_JITTER(
            "trunk_jitter",
            "Interarrival jitter of each call at its end: of callers' packets (in), of ours as callers report it (out)"),
    /** Time until an engine begins to answer. */
    ENGINE_FIRST_ANSWER("engine_first_answer", "From a request to the first piece of its answer"),
    /** Time for which an engine answers. */
    ENGINE_WHOLE_ANSWER("engine_whole_answer", "From a request to the end of its answer");

    final String metric;
    final String help;

    DurationMetric(String metric, String help) {
        this.metric = "sidetone_" + metric + "_seconds";
        this.help = help;
    }
}
