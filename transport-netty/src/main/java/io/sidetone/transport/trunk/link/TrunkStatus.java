package io.sidetone.transport.trunk.link;

import io.sidetone.transport.sip.register.PeerHealth;

/**
 * Knowledge of a trunk that is called; an immutable snapshot.
 *
 * @param name as configured
 * @param to where it is reached, as configured
 * @param server the one in use, {@code udp 192.0.2.7:5060}; empty before it was found
 * @param health whether it answers OPTIONS
 * @param latencyMs of the last answer; negative before the first
 * @param silent requests in a row without a good answer
 * @param registration {@code off}, {@code trying}, {@code registered} or {@code failed}
 * @param validUntilNs when the registration is over unless it is refreshed, on the SIP loop's clock
 * @param problem what went wrong last, with a remedy where there is one; empty when all is well
 */
public record TrunkStatus(
        String name,
        String to,
        String server,
        PeerHealth.State health,
        double latencyMs,
        int silent,
        Registered registration,
        long validUntilNs,
        String problem) {
    /** States of our registration. */
    public enum Registered {
        /** None is wanted. */
        OFF,
        /** The first is under way. */
        TRYING,
        /** The carrier sends calls here. */
        REGISTERED,
        /** The carrier does not, and it is tried again. */
        FAILED
    }

    /** Returns whether calls can go between us and the trunk, as far as is known. */
    public boolean usable() {
        return health != PeerHealth.State.DOWN && registration != Registered.FAILED;
    }

    /** The reason why it is not usable, for people. */
    public String reason() {
        String what =
                registration == Registered.FAILED ? "is not registered" : "did not answer " + silent + " times OPTIONS";
        return "trunk " + name + " " + what + (problem.isEmpty() ? "" : ": " + problem);
    }
}
