package io.sidetone.server.wiring;

import io.sidetone.server.calls.CallBook;
import io.sidetone.server.outbound.Retries;
import io.sidetone.server.transfer.WarmTransfers;

/**
 * Who follows calls because one call leads to another.
 *
 * @param transfers a person is asked to take a caller
 * @param retries a call that reached nobody is placed again
 */
record CallFollowers(WarmTransfers transfers, Retries retries) implements AutoCloseable {
    /** Follows the calls of {@code book}; those of trunks can be connected with each other. */
    static CallFollowers of(CallBook book) {
        return new CallFollowers(
                new WarmTransfers(book::live, call -> call.setup().transport().startsWith("sip"), System::nanoTime),
                new Retries(book::find));
    }

    @Override
    public void close() {
        retries.close();
    }
}
