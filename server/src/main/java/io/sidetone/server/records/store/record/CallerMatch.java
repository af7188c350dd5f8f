package io.sidetone.server.records.store.record;

import io.sidetone.core.facts.PartyAddress;

/**
 * A caller as a person names one: a number in its normal form or as it was dialled, or the URI of the call. Immutable.
 *
 * @param text as given
 * @param identity number, or user and host; see {@link CallerIdentity}
 */
public record CallerMatch(String text, String identity) {
    /** Reads {@code text}. */
    public static CallerMatch of(String text) {
        return new CallerMatch(text, CallerIdentity.identity(text));
    }

    /** Returns whether nobody can be meant: no number and no address, or one that hides. */
    public boolean nobody() {
        return identity.isEmpty()
                || identity.equals("@")
                || PartyAddress.of(text).nobody();
    }

    /**
     * Returns whether a call came from this caller.
     *
     * @param from address as it came
     * @param number in its normal form; empty where there is none
     */
    public boolean is(String from, String number) {
        return identity.equals(number) || text.equals(from) || identity.equals(CallerIdentity.identity(from));
    }
}
