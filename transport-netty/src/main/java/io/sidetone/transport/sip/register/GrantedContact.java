package io.sidetone.transport.sip.register;

import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import java.util.List;
import java.util.Objects;

/** Statement of a registrar on our Contact (RFC 3261 section 10.2.4). */
final class GrantedContact {
    private static final int MAX_DIGITS = 9;

    private GrantedContact() {}

    /**
     * Returns how long the registration lasts, in s; 0 when we are not among those that the registrar lists.
     *
     * @param ours as it was sent
     * @param requested what counts where the registrar says nothing
     */
    static int seconds(SipResponse accepted, SipUri ours, int requested) {
        List<NameAddress> contacts = accepted.contacts();
        int general = number(accepted.header("Expires"), requested);
        if (contacts.isEmpty()) {
            return general;
        }
        for (NameAddress contact : contacts) {
            if (same(contact.uri(), ours)) {
                return number(contact.params().get("expires"), general);
            }
        }
        // Registrars behind address translation rewrite a single Contact.
        return contacts.size() == 1 ? number(contacts.get(0).params().get("expires"), general) : 0;
    }

    private static boolean same(SipUri one, SipUri other) {
        return one.isSip()
                && Objects.equals(one.user(), other.user())
                && one.host().equalsIgnoreCase(other.host())
                && one.port() == other.port();
    }

    /** Reads a whole number of seconds; anything else is as if nothing was said. */
    static int number(String text, int otherwise) {
        return text != null
                        && !text.isEmpty()
                        && text.length() <= MAX_DIGITS
                        && text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Integer.parseInt(text)
                : otherwise;
    }
}
