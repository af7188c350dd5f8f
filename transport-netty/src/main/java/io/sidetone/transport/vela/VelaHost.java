package io.sidetone.transport.vela;

import io.sidetone.core.metrics.SharedCounters;
import io.sidetone.transport.stream.ClientCalls;
import java.util.function.LongSupplier;

/**
 * Parts that all sessions share.
 *
 * @param settings what the operator decides
 * @param calls where calls are opened
 * @param resumes sessions that may be taken up again
 * @param counters what happened
 * @param clock monotonic time in ns, read by timers
 */
record VelaHost(
        VelaSettings settings,
        ClientCalls calls,
        VelaResumes resumes,
        SharedCounters<VelaCounter> counters,
        LongSupplier clock) {}
