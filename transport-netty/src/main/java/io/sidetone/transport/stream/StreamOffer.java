package io.sidetone.transport.stream;

import io.sidetone.core.call.plan.CallPlan;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.facts.NumberPlan;
import io.sidetone.core.facts.PartyAddress;
import io.sidetone.core.playout.Buffering;
import io.sidetone.core.port.ActionInvoker;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A call that a connection brings.
 *
 * @param transport {@code twilio}, {@code asterisk}, {@code vela}, …
 * @param externalId the peer's own id of the call, or empty; of this and the next two the first {@value #LONGEST_NAME}
 *     characters are kept, without control characters
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
 * @param parameters what the peer gave along for the application, by name
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
        boolean answered,
        Map<String, String> parameters) {
    /** Characters of an id, a caller or a called address that are kept. */
    public static final int LONGEST_NAME = 256;

    /** Checks that nothing is missing. */
    public StreamOffer {
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(buffering, "buffering");
        externalId = name(externalId);
        from = name(from);
        to = name(to);
        header = header == null ? name -> null : header;
        parameters = Map.copyOf(parameters);
    }

    /** Returns which call it is, under our id of it. */
    CallPlan.Identity identity(String callId) {
        return new CallPlan.Identity(callId, externalId, transport, from, to, facts());
    }

    /** Returns numbers and parameters as those of every call; carriers write complete numbers with a {@code +}. */
    public CallFacts facts() {
        List<CallHeader> headers = new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(each -> CallHeader.of(each.getKey(), each.getValue()))
                        .toList();
        return CallFacts.of(number(from), number(to), headers, 0);
    }

    private static String number(String address) {
        return PartyAddress.of(address).number(NumberPlan.UNKNOWN);
    }

    /** Shortens what a peer says of itself: it goes to logs, answers and the store. */
    private static String name(String given) {
        if (given == null) {
            return "";
        }
        int end = Math.min(given.length(), LONGEST_NAME);
        if (end < given.length() && Character.isHighSurrogate(given.charAt(end - 1))) {
            end--;
        }
        StringBuilder name = new StringBuilder(given).delete(end, given.length());
        for (int i = 0; i < end; i++) {
            if (Character.isISOControl(name.charAt(i))) {
                name.setCharAt(i, ' ');
            }
        }
        return name.toString();
    }
}
