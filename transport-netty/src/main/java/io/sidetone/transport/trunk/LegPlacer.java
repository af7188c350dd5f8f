package io.sidetone.transport.trunk;

import java.util.concurrent.CompletionStage;

/** Places the second leg of a call whose lines are joined in this process. */
@FunctionalInterface
public interface LegPlacer {
    /**
     * Places a call in which no agent speaks.
     *
     * @param trunk of the call that is handed on, or null
     * @param to number or URI
     * @param watch hears how it goes, on the SIP event loop
     * @return 0 when it is placed; else the SIP status that says why not, 403 for whom this server may not call. Any thread
     */
    CompletionStage<Integer> place(String trunk, String to, LegListener watch);
}
