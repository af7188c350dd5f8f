package io.sidetone.core.facts;

import io.sidetone.core.setting.Altered;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Knowledge of a call besides its addresses. A peer writes most of it: that is shown and handed on as data, and nothing
 * is configured by it. Only variables and terms come from our own side.
 *
 * @param caller number of the caller: {@code +} and digits where it is known to be complete (E.164), else the digits as
 *     they came; empty for a caller without a number, or one who hides it
 * @param called number that was called, in the same form
 * @param headers headers of the INVITE, or parameters of a media stream, in the order in which they came
 * @param omitted how many more there were
 * @param variables what our own side gives the call: the API that placed it, the answer webhook, or a router
 * @param terms what the answer webhook, or a router, has the agent say
 * @param handedOver who had the call before
 * @param origin the way by which it came, or goes out
 */
public record CallFacts(
        String caller,
        String called,
        List<CallHeader> headers,
        int omitted,
        Map<String, String> variables,
        CallTerms terms,
        HandedOver handedOver,
        CallOrigin origin) {
    /** Headers of one call that are kept. */
    public static final int MAX_HEADERS = 64;

    /** Characters of a name. A longer one is left out: cut, it would be another name. */
    public static final int MAX_NAME = 64;

    /** Characters of a value; the rest of a longer one is cut off. */
    public static final int MAX_VALUE = 2_048;

    /** Characters of all names and values of one call. */
    public static final int MAX_CHARACTERS = 8_192;

    /** Nothing is known. */
    public static final CallFacts NONE =
            new CallFacts("", "", List.of(), 0, Map.of(), CallTerms.NONE, HandedOver.NONE, CallOrigin.NONE);

    /** Copies the list, and the variables in their alphabetical order. */
    public CallFacts {
        Objects.requireNonNull(caller, "caller");
        Objects.requireNonNull(called, "called");
        headers = List.copyOf(headers);
        variables = Collections.unmodifiableMap(new TreeMap<>(variables));
        Objects.requireNonNull(terms, "terms");
        Objects.requireNonNull(handedOver, "handedOver");
        Objects.requireNonNull(origin, "origin");
    }

    /**
     * Keeps of {@code given} what fits.
     *
     * @param withheld how many headers were left out before, because they are nobody's business
     */
    public static CallFacts of(String caller, String called, Iterable<CallHeader> given, int withheld) {
        List<CallHeader> kept = new ArrayList<>();
        int omitted = withheld;
        int left = MAX_CHARACTERS;
        for (CallHeader header : given) {
            CallHeader fitting = fitting(header, left);
            if (fitting == null || kept.size() == MAX_HEADERS) {
                omitted++;
            } else {
                kept.add(fitting);
                left -= fitting.name().length() + fitting.value().length();
            }
        }
        return new CallFacts(caller, called, kept, omitted, Map.of(), CallTerms.NONE, HandedOver.NONE, CallOrigin.NONE);
    }

    /** Returns these facts of a call that came, or goes out, by {@code way}. */
    public CallFacts by(CallOrigin way) {
        return Altered.with(this, "origin", way);
    }

    /** Returns these facts with {@code given} as variables. */
    public CallFacts withVariables(Map<String, String> given) {
        return Altered.with(this, "variables", given);
    }

    /** Returns these facts with {@code given} in place of the agent's texts. */
    public CallFacts withTerms(CallTerms given) {
        return Altered.with(this, "terms", given);
    }

    /** Returns these facts for the agent that takes over; another agent has texts of its own. */
    public CallFacts handedOver(HandedOver given, boolean toAnother) {
        return Altered.with(this, "terms", toAnother ? CallTerms.NONE : terms, "handedOver", given);
    }

    /** Returns the value of the first header called {@code name}, in any case; empty when there is none. */
    public String header(String name) {
        for (CallHeader header : headers) {
            if (header.name().equalsIgnoreCase(name)) {
                return header.value();
            }
        }
        return "";
    }

    /** Returns what of {@code header} fits into {@code left} characters, or null for nothing of use. */
    private static CallHeader fitting(CallHeader header, int left) {
        String name = header.name();
        int room = Math.min(MAX_VALUE, left - name.length());
        if (name.length() > MAX_NAME || room < Math.min(header.value().length(), MAX_VALUE)) {
            return null;
        }
        String value = header.value();
        int end = Math.min(value.length(), room);
        boolean cut = end < value.length();
        if (cut && Character.isHighSurrogate(value.charAt(end - 1))) {
            end--;
        }
        return new CallHeader(visible(name), visible(value.substring(0, end)), header.cut() || cut);
    }

    private static String visible(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return text.replaceAll("\\p{Cntrl}|[\\x80-\\x9f]", " ");
            }
        }
        return text;
    }

    /** Returns who calls for those who know callers again: the number, else {@code from}, the address as it came. */
    public String callerOr(String from) {
        return caller.isEmpty() ? from : caller;
    }
}
