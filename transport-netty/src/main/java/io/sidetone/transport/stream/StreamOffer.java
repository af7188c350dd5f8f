package io.sidetone.transport.stream;

import io.sidetone.core.playout.Buffering;
import io.sidetone.core.port.action.ActionInvoker;
import java.util.Objects;
import java.util.function.Function;

/**
 * A call that a connection brings.
 *
 * @param transport {@code twilio}, {@code asterisk}, {@code vela}, …
 * @param externalId the peer's own id of the call, or empty
 * @param from caller as the peer names it, or empty
 * @param to called address, or empty
 * @param path of the connection: agents may match it
 * @param header first value of a header or parameter by name, or null: agents may match these too
 * @param agent name of the agent, or null for the one that matches
 * @param in how the caller's audio comes
 * @param out how ours goes
 * @param buffering how the peer keeps what it is sent
 * @param actions what the dialogue may do besides the agent's own; null for nothing
 * @param answered whether media flow from the beginning; otherwise the dialect says when
 */
public record StreamOffer(
        String transport,
        String externalId,
        String from,
        String to,
        String path,
        Function<String, String> header,
        String agent,
        StreamFormat in,
        StreamFormat out,
        Buffering buffering,
        ActionInvoker actions,
        boolean answered) {
    /** Checks that nothing is missing. */
    public StreamOffer {
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(buffering, "buffering");
        externalId = externalId == null ? "" : externalId;
        from = from == null ? "" : from;
        to = to == null ? "" : to;
        header = header == null ? name -> null : header;
    }
}
