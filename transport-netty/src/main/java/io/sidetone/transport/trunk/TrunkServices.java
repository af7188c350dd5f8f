package io.sidetone.transport.trunk;

import io.sidetone.core.call.plan.AnswerHook;
import io.sidetone.core.call.plan.CallRouter;
import io.sidetone.core.lane.Lanes;
import io.sidetone.transport.capture.WireTap;
import io.sidetone.transport.refusal.RefusedCalls;
import io.sidetone.transport.rtp.RtpEndpoints;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Whom calls by SIP are given to, and what they need of the process.
 *
 * @param lanes take them
 * @param media opens their ports
 * @param router says which agent a call is for
 * @param hook decides on calls while they ring
 * @param wire sees their packets; null for nobody
 * @param refusals sees the calls that are refused before a lane has them
 * @param retryAfterSeconds 0 while calls are welcome
 * @param wallClock ms since 1970
 */
public record TrunkServices(
        Lanes lanes,
        RtpEndpoints media,
        CallRouter router,
        AnswerHook hook,
        WireTap wire,
        RefusedCalls refusals,
        IntSupplier retryAfterSeconds,
        LongSupplier wallClock) {}
