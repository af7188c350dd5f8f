package io.sidetone.core.turn.event;

import io.sidetone.core.floor.CallEvent;
import io.sidetone.core.floor.FloorState;
import io.sidetone.core.floor.FloorViews;
import java.util.Map;

/**
 * Event that subscribers receive (ITE-MSG-001). Immutable; made on the lane, may travel.
 *
 * @param type what it is about
 * @param sequence number of the event within the call, from 1 without gaps
 * @param floor state of the engine
 * @param views names that the four vocabularies show; a name stays until its vocabulary shows another
 * @param turn the turn it is about, or null
 * @param atNs when, on the lane's clock
 * @param timestampMs the same in wall time
 * @param diagnostics numbers and short names; no words of anybody, but in the first event of a call, at {@link #CALL}, who
 *     calls whom, and in the last one, {@link TurnEventType#CALL_ENDED}, what was said
 */
public record TurnEvent(
        TurnEventType type,
        long sequence,
        FloorState floor,
        FloorViews views,
        TurnDescriptor turn,
        long atNs,
        long timestampMs,
        Map<String, Object> diagnostics)
        implements CallEvent {
    /** Key at which the first event of a call says who calls whom: for readers with a safe way only. */
    public static final String CALL = "call";

    /** Returns the conversation state of the ITE: idle, listening, thinking, speaking or recovering. */
    public String state() {
        return views.ite();
    }
}
