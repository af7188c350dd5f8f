package io.sidetone.transport.sip.register;

import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipUri;
import java.util.List;
import java.util.Objects;

/**
 * A registration that is to be kept.
 *
 * @param trunk its name, for logs
 * @param domain host of the registrar and of our address
 * @param secure whether both are addresses of sips
 * @param account who we are
 * @param bulkNumbers whether it is for all numbers of the account (RFC 6140)
 * @param instance tells this server apart from others of the account: {@code urn:uuid:…}
 * @param route further headers of a request: by way of which proxy it goes
 */
public record RegistrationSettings(
        String trunk,
        String domain,
        boolean secure,
        DigestAccount account,
        boolean bulkNumbers,
        String instance,
        List<SipHeader> route) {
    /** Checks presence. */
    public RegistrationSettings {
        Objects.requireNonNull(trunk, "trunk");
        Objects.requireNonNull(domain, "domain");
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(instance, "instance");
        route = List.copyOf(route);
    }

    /** Returns the registrar, as the Request-URI names it. */
    public SipUri registrar() {
        return secure ? SipUri.sips(null, domain, -1) : SipUri.sip(null, domain, -1);
    }

    /** Returns our address at the registrar. */
    public SipUri address() {
        String user = account.username();
        return secure ? SipUri.sips(user, domain, -1) : SipUri.sip(user, domain, -1);
    }
}
