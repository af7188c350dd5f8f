package io.sidetone.server.calls.transfer;

import io.sidetone.core.call.CallObserver;
import io.sidetone.server.Part;
import io.sidetone.server.calls.CallBook;
import io.sidetone.server.calls.outbound.Retries;

/**
 * Followers of calls that lead to other calls.
 *
 * @param transfers a person is asked to take a caller
 * @param retries a call that reached nobody is placed again
 */
public record FollowUpCalls(WarmTransfers transfers, Retries retries) implements Part {
    /** Follows the calls of {@code book}; those of trunks can be connected with each other. */
    public static FollowUpCalls of(CallBook book) {
        return new FollowUpCalls(
                new WarmTransfers(
                        book::live, call -> call.setup().who().transport().startsWith("sip"), System::nanoTime),
                new Retries(book::find));
    }

    @Override
    public CallObserver observer() {
        return CallObserver.all(transfers, retries);
    }

    @Override
    public void close() {
        retries.close();
    }
}
