package io.sidetone.server.calls.outbound;

import io.sidetone.server.actions.TransferTargets;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipUri;
import java.util.List;

/** Whom a call may be placed to ({@code outbound.allow}). Immutable. */
final class AllowedTargets {
    private static final String ANY = "any";
    private static final String NUMBER = "\\+?[0-9*#]+";

    private final List<String> beginnings;
    private final TransferTargets uris;
    private final boolean none;

    AllowedTargets(List<String> allow) {
        this.none = allow.isEmpty();
        this.beginnings = allow.stream()
                .filter(target -> target.matches(NUMBER))
                .map(AllowedTargets::beginning)
                .toList();
        this.uris = new TransferTargets(
                allow.stream().filter(target -> !target.matches(NUMBER)).toList());
    }

    /** As in transfer-to, {@code *} at the end stands for the rest. */
    private static String beginning(String target) {
        return target.endsWith("*") ? target.substring(0, target.length() - 1) : target;
    }

    /** Returns whether nobody may be called. */
    boolean none() {
        return none;
    }

    /** Returns whether the number may be called; {@code number} has digits, {@code *} and {@code #} alone, after a plus at most. */
    boolean number(String number) {
        return uris.allows(ANY) || beginnings.stream().anyMatch(number::startsWith);
    }

    /**
     * Returns whether a call may go to {@code uri}: listed as it is written, or a number that may be called at the host that the
     * trunk's calls go to anyway, at its port: another port of that host is another server.
     *
     * @param trunk where the trunk is reached, or null
     */
    boolean uri(SipUri uri, SipUri trunk) {
        String user = uri.user();
        boolean atTrunk = trunk != null
                && uri.host().equalsIgnoreCase(trunk.host())
                && (uri.port() < 0 || port(uri) == port(trunk));
        return uris.allows(uri.toString()) || atTrunk && user != null && user.matches(NUMBER) && number(user);
    }

    private static int port(SipUri uri) {
        boolean encrypted = uri.secure() || "tls".equals(uri.transport());
        return uri.port() > 0 ? uri.port() : (encrypted ? SipTransport.TLS : SipTransport.UDP).defaultPort();
    }
}
