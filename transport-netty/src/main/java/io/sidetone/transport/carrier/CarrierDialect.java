package io.sidetone.transport.carrier;

import io.sidetone.transport.ws.WsOutput;

/**
 * A carrier's dialect.
 *
 * @param name as in paths, configuration and metrics
 * @param in how it is read
 * @param out how it is written
 * @param maxMessageBytes longest message that is read
 */
public record CarrierDialect(String name, CarrierIn in, Out out, int maxMessageBytes) {
    /** Makes the way out of a stream. */
    @FunctionalInterface
    public interface Out {
        /** Makes the way out of a stream that begins with {@code start}; {@code marks} is shared with its way in. */
        CarrierOut open(CarrierStart start, WsOutput output, MarkLedger marks);
    }
}
