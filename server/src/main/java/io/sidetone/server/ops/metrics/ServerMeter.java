package io.sidetone.server.ops.metrics;

import io.sidetone.core.metrics.CounterName;
import io.sidetone.core.metrics.CounterSeries;

/** Figures of this process that are read from what they belong to, and those with a series for each label value. */
public enum ServerMeter implements CounterName {
    /** Calls admitted and not yet released. */
    CALLS_ACTIVE("calls_active", "Calls admitted and not yet released"),
    /** Calls that ended. */
    CALLS_ENDED("calls_ended", "Calls that ended"),
    /** Calls that were refused. */
    CALLS_REFUSED("calls_refused", "Calls that were refused"),
    /** Calls that fit. */
    CALLS_CAPACITY("calls_capacity", "Calls that fit"),
    /** Audio frames and ticks refused because a ring was short of room. */
    RING_REFUSED("ring_refused", "Audio frames and ticks refused because a ring was short of room"),
    /** Time calls spent in each state. */
    STATE_SECONDS("state_seconds", "Time calls spent in each state"),
    /** Alerts of calls, by their kind. */
    CALL_ALERTS("call_alerts", "Alerts of calls, by their kind"),
    /** The former name of call_alerts. */
    ALERTS("alerts", "The former name of call_alerts"),
    /** The former name of unroutable_events. */
    STRAY_EVENTS("stray_events", "The former name of unroutable_events"),
    /** The former name of false_interruptions. */
    FALSE_ALARMS("false_alarms", "The former name of false_interruptions"),
    /** The former name of journal_not_started. */
    JOURNAL_NEVER_BEGUN("journal_never_begun", "The former name of journal_not_started"),
    /** RTP packets given up (in), and those of ours that callers report lost (out). */
    PACKET_LOSS("packet_loss", "RTP packets given up (in), and those of ours that callers report lost (out)"),
    /** MOS of a trunk's latest calls. */
    TRUNK_MOS("trunk_mos", "MOS of the latest calls by the E-model, smoothed: each call counts an eighth"),
    /** Handlers that computed for more than 5 ms. */
    SLOW_HANDLERS("slow_handlers", "Handlers that computed for more than 5 ms"),
    /** Time that these took by the clock. */
    SLOW_HANDLER_WALL_SECONDS("slow_handler_wall_seconds", "How long these took by the clock"),
    /** Time for which these computed. */
    SLOW_HANDLER_CPU_SECONDS("slow_handler_cpu_seconds", "How long these computed"),
    /** Times the thread did not run for more than 5 ms in the middle of its work. */
    THREAD_WAITS("thread_waits", "Times the thread did not run for more than 5 ms in the middle of its work"),
    /** Time that these took by the clock. */
    THREAD_WAIT_SECONDS("thread_wait_seconds", "How long these took by the clock"),
    /** Heap in use. */
    JVM_HEAP_USED("jvm_heap_used_bytes", "Heap in use"),
    /** Configurations that were replaced and still have calls. */
    OLDER_CONFIGURATIONS("older_configurations", "Configurations that were replaced and still have calls"),
    /** Answers later than their agent's answer-budget, by the stage that took most. */
    ANSWERS_OVER_BUDGET(
            "answers_over_budget", "Answers later than their agent's answer-budget, by the stage that took most"),
    /** Actions that are over, by result code. */
    ACTIONS("actions", "Actions that are over, by result code"),
    /** 1 while an engine is left alone after failures. */
    ENGINE_CIRCUIT_OPEN("engine_circuit_open", "1 while an engine is left alone after failures"),
    /** Times an engine began to be left alone. */
    ENGINE_CIRCUIT_OPENINGS("engine_circuit_openings", "Times an engine began to be left alone"),
    /** Requests and sessions that were handed to the next engine. */
    ENGINE_HANDOVERS("engine_handovers", "Requests and sessions that were handed to the next engine"),
    /** Clauses said from what is kept. */
    PROMPT_HITS("prompt_hits", "Clauses said from what is kept"),
    /** Clauses a voice was asked for. */
    PROMPT_MISSES("prompt_misses", "Clauses a voice was asked for"),
    /** Times a caller was told that the answer takes a moment. */
    FILLERS("fillers", "Times a caller was told that the answer takes a moment");

    private final CounterSeries series;

    ServerMeter(String metric, String help) {
        this.series = CounterSeries.of("sidetone_" + metric, help);
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
