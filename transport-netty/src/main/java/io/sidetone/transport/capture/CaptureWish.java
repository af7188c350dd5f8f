package io.sidetone.transport.capture;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.EnumNamingStrategies.LowerCamelCaseStrategy;
import com.fasterxml.jackson.databind.annotation.EnumNaming;
import io.sidetone.core.call.CallSetup;
import io.sidetone.core.facts.PartyAddress;

/**
 * Choice of what a waiting capture begins with.
 *
 * @param next what it waits for
 * @param from number or user of the caller; empty for anybody
 * @param to number or user of who is called; empty for anybody
 */
@JsonInclude(Include.NON_EMPTY)
public record CaptureWish(Next next, String from, String to) {
    /** Events that begin a capture. */
    @EnumNaming(LowerCamelCaseStrategy.class)
    public enum Next {
        /** A call, in or out. */
        CALL,
        /** An INVITE that we refuse. */
        REFUSED
    }

    /** Returns whether a call is the one. */
    boolean wants(CallSetup.Identity call) {
        return next == Next.CALL
                && means(from, call.from(), call.facts().caller())
                && means(to, call.to(), call.facts().called());
    }

    /** A number is written in its normal form, or as it is dialled. */
    private static boolean means(String wanted, String address, String number) {
        if (wanted.isEmpty()) {
            return true;
        }
        PartyAddress asked = PartyAddress.of(wanted);
        PartyAddress party = PartyAddress.of(address);
        String digits = bare(asked.digits());
        if (!digits.isEmpty() && (digits.equals(bare(number)) || digits.equals(bare(party.digits())))) {
            return true;
        }
        return asked.user().equals(party.user())
                && (asked.host().isEmpty() || asked.host().equals(party.host()));
    }

    private static String bare(String digits) {
        return digits.startsWith("+") ? digits.substring(1) : digits;
    }
}
