package io.sidetone.server.actions;

import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * To whom calls may be transferred, by one agent or over HTTP. Immutable. A wildcard stands for a name or digits alone: it never reaches over
 * an {@code @} or into parameters, so that it cannot be talked into another host.
 */
public final class TransferTargets {
    /** Stands for everybody. */
    private static final String ANY = "any";

    private static final String WILDCARD = "[A-Za-z0-9._+-]*";
    private static final int SHOWN = 60;
    private static final int LISTED = 8;

    private final List<String> targets;
    private final List<Pattern> patterns;

    /**
     * Creates the list.
     *
     * @param targets numbers and URIs, exact, with wildcards, or {@code any}; empty for none
     */
    public TransferTargets(List<String> targets) {
        this.targets = List.copyOf(targets);
        this.patterns = targets.stream().map(TransferTargets::pattern).toList();
    }

    private static Pattern pattern(String target) {
        return Pattern.compile(Pattern.quote(target).replace("*", "\\E" + WILDCARD + "\\Q"));
    }

    /** Returns whether there is no target to transfer to. */
    boolean none() {
        return targets.isEmpty();
    }

    /** Returns whether every target is allowed. */
    boolean any() {
        return targets.contains(ANY);
    }

    /** Returns whether {@code to}, a number or a URI, is on the list as it is written. */
    public boolean allows(String to) {
        return any()
                || patterns.stream().anyMatch(pattern -> pattern.matcher(to).matches());
    }

    /** Returns the model's answer when {@code call} is a transfer to somebody who is not allowed. */
    Optional<ActionResult> refusal(ActionCall call) {
        boolean judged =
                (ActionCall.TRANSFER.equals(call.action()) || WarmTransferActions.WARM_TRANSFER.equals(call.action()))
                        && call.parameters().get("to") instanceof String to
                        && !allows(to);
        return judged
                ? Optional.of(ActionResult.failure(
                        call.invocationId(),
                        ActionResult.INVALID_PARAMETERS,
                        problem(call.parameters().get("to"))))
                : Optional.empty();
    }

    private String problem(Object to) {
        String shown = String.valueOf(to);
        return "to: '" + (shown.length() > SHOWN ? shown.substring(0, SHOWN) + "…" : shown)
                + "' is no target this agent may transfer to (transfer-to of the agent); "
                + (none() ? "it has no target, so offer something else" : "use one of " + list());
    }

    /** The targets in words. */
    String list() {
        String all = String.join(", ", targets.subList(0, Math.min(LISTED, targets.size())));
        return targets.size() > LISTED ? all + ", …" : all;
    }
}
