package io.sidetone.tools.command;

import io.sidetone.server.ExitCode;
import java.io.PrintWriter;

/** Places a call and reports what was measured on the wire. */
@FunctionalInterface
public interface CallRunner {
    /**
     * Places one call and returns after it has ended.
     *
     * @param options options of the call
     * @param out standard output: the timeline, or JSON
     * @param err standard error, one line for each error
     * @return how it ended
     */
    ExitCode call(CallOptions options, PrintWriter out, PrintWriter err) throws Exception;
}
