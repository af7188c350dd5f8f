package io.sidetone.transport.sip.ua;

import io.sidetone.transport.sip.dialog.SessionTimerPolicy;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.transaction.SipTimers;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Settings of how a user agent presents itself and how long it waits.
 *
 * @param product what User-Agent and Server say; no version, by default
 * @param timers T1, T2, T4
 * @param sessionTimers what we want of RFC 4028, by the name of a trunk or null
 * @param requiredExtensions option tags an INVITE has to support, else 421
 * @param localHosts hosts we answer for besides those that flows advertise and the local ones; only a request without hops left is held
 *     to them
 * @param followSource whether requests to a peer go to where its last one came from instead of its Contact (NAT)
 * @param waits how long the application may take
 */
public record SipUserAgentSettings(
        String product,
        SipTimers timers,
        Function<String, SessionTimerPolicy> sessionTimers,
        Set<String> requiredExtensions,
        Set<String> localHosts,
        Predicate<SipFlow> followSource,
        Waits waits) {
    /** The settings of a user agent on an address the peers can reach directly. */
    public static final SipUserAgentSettings DEFAULT = new SipUserAgentSettings(
            "Sidetone",
            SipTimers.RFC_3261,
            trunk -> SessionTimerPolicy.HONOR,
            Set.of(),
            Set.of(),
            flow -> false,
            Waits.DEFAULT);

    /** Checks presence; hosts compare in lower case. */
    public SipUserAgentSettings {
        Objects.requireNonNull(product, "product");
        Objects.requireNonNull(timers, "timers");
        Objects.requireNonNull(sessionTimers, "sessionTimers");
        Objects.requireNonNull(followSource, "followSource");
        Objects.requireNonNull(waits, "waits");
        requiredExtensions = Set.copyOf(requiredExtensions);
        localHosts =
                localHosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Limits of how long the application may take, and how much is remembered.
     *
     * @param decisionNs how long a call may stay undecided, in nanoseconds
     * @param replyNs how long an offer may stay unanswered, in nanoseconds
     * @param ladderEntries messages kept per call
     */
    public record Waits(long decisionNs, long replyNs, int ladderEntries) {
        /** Three minutes, ten seconds, 64 messages. */
        public static final Waits DEFAULT = new Waits(TimeUnit.MINUTES.toNanos(3), TimeUnit.SECONDS.toNanos(10), 64);

        /** Refuses waits that end at once. */
        public Waits {
            if (decisionNs <= 0 || replyNs <= 0) {
                throw new IllegalArgumentException("waits of " + decisionNs + " ns and " + replyNs
                        + " ns: both must be above 0, or every call is refused");
            }
        }
    }

    /** These settings with another session timer policy for the calls of each trunk. */
    public SipUserAgentSettings withSessionTimers(Function<String, SessionTimerPolicy> ofTrunk) {
        return new SipUserAgentSettings(product, timers, ofTrunk, requiredExtensions, localHosts, followSource, waits);
    }

    /** These settings with another rule for peers behind NAT. */
    public SipUserAgentSettings withFollowSource(Predicate<SipFlow> rule) {
        return new SipUserAgentSettings(product, timers, sessionTimers, requiredExtensions, localHosts, rule, waits);
    }
}
