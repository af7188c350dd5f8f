package io.sidetone.transport.carrier;

import io.sidetone.transport.carrier.wire.BadMessageException;
import io.sidetone.transport.carrier.wire.ControlMessage;

/** How a dialect is read. Stateless. */
public interface CarrierIn {
    /** Returns what an event is. */
    CarrierEvent event(String name);

    /** Reads how the stream begins. */
    CarrierStart start(ControlMessage message) throws BadMessageException;

    /** Returns the name of the mark that came back. */
    default String mark(ControlMessage message) {
        return message.text("mark", "name");
    }

    /** Whether audio comes in order. */
    default boolean ordered() {
        return true;
    }
}
