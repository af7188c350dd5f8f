package io.sidetone.transport.carrier;

import io.sidetone.transport.carrier.wire.BadMessageException;
import io.sidetone.transport.carrier.wire.ControlMessage;

/** Reads the messages of a dialect. Stateless. */
public interface CarrierIn {
    /** Returns the kind of the event {@code name}. */
    CarrierEvent event(String name);

    /** Reads the message that begins a stream. */
    CarrierStart start(ControlMessage message) throws BadMessageException;

    /** Returns the name of the mark that the carrier returned. */
    default String mark(ControlMessage message) {
        return message.text("mark", "name");
    }

    /** Returns whether audio arrives in order. */
    default boolean ordered() {
        return true;
    }
}
