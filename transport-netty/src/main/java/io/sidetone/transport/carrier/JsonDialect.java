package io.sidetone.transport.carrier;

import io.sidetone.transport.ws.WsOutput;

/**
 * A carrier's dialect of JSON messages.
 *
 * @param name name in paths, configuration and metrics
 * @param in reads its messages
 * @param out writes its messages
 */
public record JsonDialect(String name, CarrierIn in, Out out) {
    /** Creates the output of a stream. */
    @FunctionalInterface
    public interface Out {
        /** Creates the output of a stream that begins with {@code start}; the input shares {@code marks}. */
        CarrierOut open(CarrierStart start, WsOutput output, MarkLedger marks);
    }
}
