package io.sidetone.transport.trunk.link;

import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.message.SipHeader;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.register.RegistrationSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A trunk that is called.
 *
 * @param name as configured
 * @param to where it is reached
 * @param proxy where requests are sent instead; null for {@code to} itself
 * @param domain host of our own address there
 * @param identity how calls say besides From who calls
 * @param account who we are; null for nobody
 * @param register whether to register
 * @param bulkNumbers whether the registration is for all numbers of the account (RFC 6140)
 * @param optionsIntervalNs how often it is asked whether it is there, in ns; 0 for never
 * @param instance tells this server apart from others of the account: {@code urn:uuid:…}
 */
public record TrunkSettings(
        String name,
        SipUri to,
        SipUri proxy,
        String domain,
        CallerIdentity identity,
        DigestAccount account,
        boolean register,
        boolean bulkNumbers,
        long optionsIntervalNs,
        String instance) {
    /** Checks presence. */
    public TrunkSettings {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(domain, "domain");
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(instance, "instance");
        if (register && account == null) {
            throw new IllegalArgumentException("trunk " + name + " is to register as nobody; give it an account");
        }
    }

    /** Returns whose servers requests go to. */
    SipUri hop() {
        return proxy == null ? to : proxy;
    }

    /** Returns the Route of requests that begin outside a dialog (RFC 3261 section 8.1.2), or none. */
    public List<SipHeader> route() {
        return proxy == null ? List.of() : List.of(new SipHeader("Route", "<" + proxy.withParameter("lr", null) + ">"));
    }

    /** Returns the headers that an INVITE of {@code caller} has besides its own ones. */
    public List<SipHeader> inviteHeaders(String caller) {
        List<SipHeader> headers = new ArrayList<>(route());
        if (identity != CallerIdentity.FROM) {
            SipUri uri = SipUri.sip(caller, domain, -1);
            headers.add(new SipHeader(identity.header(), "<" + uri + ">"));
        }
        return headers;
    }

    /** Returns how it is registered at; only where {@link #register}. */
    RegistrationSettings registration() {
        return new RegistrationSettings(name, domain, to.secure(), account, bulkNumbers, instance, route());
    }
}
