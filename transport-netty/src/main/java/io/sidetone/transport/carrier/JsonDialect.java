package io.sidetone.transport.carrier;

import io.sidetone.transport.ws.WsOutput;

/**
 * A carrier's dialect of JSON messages.
 *
 * @param name as in paths, configuration and metrics
 * @param in how it is read
 * @param out how it is written
 */
public record JsonDialect(String name, CarrierIn in, Out out) {
    /** Makes the way out of a stream. */
    @FunctionalInterface
    public interface Out {
        /** Makes the way out of a stream that begins with {@code start}; {@code marks} is shared with its way in. */
        CarrierOut open(CarrierStart start, WsOutput output, MarkLedger marks);
    }
}
