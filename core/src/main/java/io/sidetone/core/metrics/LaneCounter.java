package io.sidetone.core.metrics;

/** Counters of a lane. */
public enum LaneCounter implements CounterName {
    /** Triggers that a floor refused (VIP-T20). */
    ILLEGAL_TRANSITIONS("illegal_transitions", "Triggers a floor refused"),
    /** Provider events of cancelled turns, dropped on the lane. */
    STALE_DROPPED(
            new CounterSeries("sidetone_stale_dropped", "What a cancelled turn left behind, dropped", "where", "lane")),
    /** Events for calls that are gone. */
    STRAY_EVENTS("unroutable_events", "Events for calls that have ended"),
    /** Two holders of one turn token: must stay 0 (ITE-REQ-006). */
    TURN_TOKEN_VIOLATIONS("turn_token_violations", "Two holders of a turn token"),
    /** Frames handed to egress rings. */
    FRAMES_SENT("frames_sent", "Frames handed to egress"),
    /** Frames skipped because a tick came more than three frames late. */
    FRAMES_SKIPPED("frames_skipped", "Frames skipped because the lane was late"),
    /** Frames made up for lost ones. */
    FRAMES_CONCEALED("frames_concealed", "Frames made up for lost ones"),
    /** Frames of the other party of a bridge that came faster than the line takes them. */
    BRIDGED_DROPPED("bridged_frames_dropped", "Frames of bridged parties that came too fast"),
    /** Frames that the recognizer had no room for. */
    RECOGNIZER_REFUSED("recognizer_refused", "Frames the recogniser had no room for"),
    /** Frames that the selected source of speech evidence had no room for. */
    SOURCE_REFUSED("vad_source_refused", "Frames the selected VAD source had no room for"),
    /** Scores of off-lane sources. */
    EVIDENCE("vad_evidence", "Speech scores of VAD sources off the lane"),
    /** Yields. */
    YIELDS("yields", "Times an agent paused for its caller"),
    /** Yields after which the agent went on. */
    FALSE_ALARMS("false_interruptions", "Yields after which the agent went on"),
    /** Turns that the caller took from the agent. */
    BARGE_INS("barge_ins", "Turns callers took from the agent"),
    /** Barge-ins whose yield to last frame took longer than the policy's budget. */
    OVER_BUDGET("interruptions_over_budget", "Yields slower than the policy allows"),
    /** Transfers, digits and holds that the state of their call did not allow. */
    CONTROL_REFUSED("control_refused", "Transfers, holds and digits the state forbade"),
    /** Times something that a call needs did not answer. */
    DEGRADATIONS("degradations", "Times a call missed something it needs"),
    /** Engine sessions that died in a call. */
    ENGINES_LOST("engines_lost", "Engine sessions that died in a call"),
    /** Engine sessions that were opened again in a call. */
    ENGINES_REOPENED("engines_reopened", "Engine sessions opened again in a call"),
    /** Calls ended by a fault of their own handler. */
    FAULTS("call_faults", "Calls ended by a fault of their handler"),
    /** Closed calls whose producers did not release them in time. */
    RELEASE_TIMEOUTS("release_timeouts", "Closed calls released by force"),
    /** Requests made before their turn was over. */
    PREEMPTIVE_STARTED("preemptive_started", "Requests made before their turn was over"),
    /** Of these, those whose answer was the turn's. */
    PREEMPTIVE_ADOPTED("preemptive_adopted", "Of these, those that were the answer"),
    /** Of these, those that were given up: the caller went on, or had said something else. */
    PREEMPTIVE_DISCARDED("preemptive_discarded", "Of these, those given up"),
    /** Of these, those that failed: the turn asked again. */
    PREEMPTIVE_FAILED("preemptive_failed", "Of those given up, those that failed"),
    /** Characters of answers that were given up. */
    PREEMPTIVE_WASTED("preemptive_wasted_characters", "Characters of answers that were given up"),
    /** First clauses that the voice was asked for before their turn was over. */
    PREEMPTIVE_SPOKEN("preemptive_spoken", "First clauses that the voice was asked for before their turn was over"),
    /** Characters of these whose answer was given up. */
    PREEMPTIVE_SPOKEN_WASTED(
            "preemptive_wasted_spoken_characters", "Characters of such clauses whose answer was given up");

    private final CounterSeries series;

    LaneCounter(String metric, String help) {
        this(CounterSeries.of("sidetone_" + metric, help));
    }

    LaneCounter(CounterSeries series) {
        this.series = series;
    }

    @Override
    public CounterSeries series() {
        return series;
    }
}
