package io.sidetone.server.calls;

import io.sidetone.core.call.CallObserver;
import io.sidetone.core.call.CallRecord;
import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorTransition;
import io.sidetone.core.turn.event.Interruption;
import io.sidetone.core.turn.event.TurnEvent;
import io.sidetone.core.turn.event.TurnEventType;
import io.sidetone.transport.turn.TurnJson;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the log lines of turns: every interruption (ITE-REQ-007) and, when {@code TURN_ENGINE_TRACE=1}, every
 * transition and event. The lines contain neither audio nor spoken words. On lanes; the logger has a ring of its own.
 */
public final class TurnLog implements CallObserver {
    private static final Logger INTERRUPTIONS = LoggerFactory.getLogger("interruption");
    private static final Logger TRACE = LoggerFactory.getLogger("turn");
    private static final long MS = 1_000_000;

    @Override
    public void on(CallRecord call, CallEvent event) {
        if (event instanceof FloorTransition move) {
            if (TRACE.isDebugEnabled()) {
                TRACE.debug(
                        "{} transition {} from={} to={} trigger={} durationMs={} vip={} ite={} vela={} vantum={}",
                        call.setup().who().callId(),
                        move.rule(),
                        move.from(),
                        move.to(),
                        move.trigger().wireName(),
                        move.timeInFromNs() / MS,
                        move.views().vip(),
                        move.views().ite(),
                        move.views().vela(),
                        move.views().vantum());
            }
        } else if (event instanceof TurnEvent turnEvent) {
            if (turnEvent.type() == TurnEventType.INTERRUPTION && turnEvent.turn() != null) {
                Interruption how = turnEvent.turn().interruption();
                INTERRUPTIONS.info(
                        "{} turn={} type={} detectedAt={} source={} profile={} latencyMs={} reasonCode={}",
                        call.setup().who().callId(),
                        turnEvent.turn().turnId(),
                        how.type().wireName(),
                        TurnJson.iso(how.detectedAtMs()),
                        how.source().wireName(),
                        turnEvent.turn().policyProfile(),
                        how.latencyMs(),
                        how.reasonCode());
            }
            if (TRACE.isDebugEnabled()) {
                TRACE.debug(
                        "{} event {} {} state={} turn={} {}",
                        call.setup().who().callId(),
                        turnEvent.sequence(),
                        turnEvent.type().wireName(),
                        turnEvent.state(),
                        turnEvent.turn() == null ? "-" : turnEvent.turn().turnId(),
                        turnEvent.diagnostics());
            }
        }
    }
}
