package io.sidetone.transport.trunk.link;

import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.register.RegistrationSettings;
import java.util.Objects;

/**
 * A trunk that is called.
 *
 * @param name as configured
 * @param to where it is reached
 * @param domain host of our own address there
 * @param account who we are; null for nobody
 * @param register whether to register
 * @param bulkNumbers whether the registration is for all numbers of the account (RFC 6140)
 * @param optionsIntervalNs how often it is asked whether it is there, in ns; 0 for never
 * @param instance tells this server apart from others of the account: {@code urn:uuid:…}
 */
public record TrunkSettings(
        String name,
        SipUri to,
        String domain,
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
        Objects.requireNonNull(instance, "instance");
        if (register && account == null) {
            throw new IllegalArgumentException("trunk " + name + " is to register as nobody; give it an account");
        }
    }

    /** Returns how it is registered at; only where {@link #register}. */
    RegistrationSettings registration() {
        return new RegistrationSettings(name, domain, to.secure(), account, bulkNumbers, instance);
    }
}
