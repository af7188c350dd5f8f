package io.sidetone.transport.trunk;

import io.sidetone.core.dial.DialPlan;
import io.sidetone.core.facts.CallFacts;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipUri;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A call that is to be placed.
 *
 * @param trunk name of the trunk that carries it
 * @param target Request-URI and To
 * @param caller user part of our own address there
 * @param headers further headers of the INVITE
 * @param facts what its application wants to know again
 * @param ringLimitNs how long it may stay unanswered
 * @param earlyMedia whether sound before the answer reaches the lane
 * @param redirects how often a 3xx is followed
 * @param allowed where a 3xx may lead to
 * @param plan what it does by who answers
 * @param watch hears how it goes
 */
public record OutboundOrder(
        String trunk,
        SipUri target,
        String caller,
        List<SipHeader> headers,
        CallFacts facts,
        long ringLimitNs,
        boolean earlyMedia,
        int redirects,
        Predicate<SipUri> allowed,
        DialPlan plan,
        LegListener watch) {
    /** Checks presence. */
    public OutboundOrder {
        Objects.requireNonNull(trunk, "trunk");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(allowed, "allowed");
        Objects.requireNonNull(facts, "facts");
        Objects.requireNonNull(plan, "plan");
        Objects.requireNonNull(watch, "watch");
        headers = List.copyOf(headers);
    }
}
