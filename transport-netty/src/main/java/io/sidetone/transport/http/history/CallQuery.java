package io.sidetone.transport.http.history;

import io.sidetone.core.facts.PartyAddress;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Filters of the history; all of them have to hold. A filter that is not set is null, words are empty.
 *
 * @param state live, ended or refused
 * @param from calls that began at this time or later
 * @param to calls that began before this time
 * @param agent its name
 * @param trunk its name
 * @param direction in or out
 * @param caller beginning of the caller's {@link #party}
 * @param called beginning of the called party's
 * @param cause name of a cause
 * @param words each of which was said, or is in the call's ids, parties or reason; see {@link CallWords}
 * @param minDurationMs shortest call
 * @param interrupted whether the agent was cut short
 */
public record CallQuery(
        String state,
        Instant from,
        Instant to,
        String agent,
        String trunk,
        String direction,
        String caller,
        String called,
        String cause,
        List<String> words,
        Long minDurationMs,
        Boolean interrupted) {
    private static final Set<String> NAMES = Set.of(
            "state",
            "from",
            "to",
            "agent",
            "trunk",
            "direction",
            "caller",
            "called",
            "cause",
            "text",
            "min-duration",
            "interrupted",
            "cursor",
            "limit");

    private static final int MAX_VALUE = 256;
    private static final int MAX_WORDS = 8;
    private static final Instant FIRST = Instant.EPOCH;
    private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

    /** Reads the parameters of {@code GET /api/calls}. */
    public static CallQuery of(Map<String, List<String>> parameters) throws BadQueryException {
        for (String name : parameters.keySet()) {
            if (!NAMES.contains(name)) {
                throw new BadQueryException(shown(name) + ": is no filter of calls; known are "
                        + String.join(", ", NAMES.stream().sorted().toList()));
            }
        }
        Values values = new Values(parameters);
        String text = values.text("text");
        List<String> words = List.copyOf(CallWords.of(text));
        if (text != null && words.isEmpty()) {
            throw new BadQueryException("text: has neither letters nor digits; give words that were said, or a number");
        }
        if (words.size() > MAX_WORDS) {
            throw new BadQueryException("text: has " + words.size() + " words; give at most " + MAX_WORDS);
        }
        return new CallQuery(
                values.oneOf("state", Set.of(CallEntry.LIVE, CallEntry.ENDED, CallEntry.REFUSED)),
                values.time("from"),
                values.time("to"),
                values.text("agent"),
                values.text("trunk"),
                values.oneOf("direction", Set.of(CallEntry.IN, CallEntry.OUT)),
                values.party("caller"),
                values.party("called"),
                upper(values.text("cause")),
                words,
                values.seconds("min-duration"),
                values.flag("interrupted"));
    }

    private static String upper(String cause) {
        return cause == null ? null : cause.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static String shown(String name) {
        return name.matches("[A-Za-z0-9_-]{1,40}") ? name : "a parameter";
    }

    /**
     * Returns who is at {@code address}, in the form in which parties are compared: the digits of a number, else the user
     * part in lower case, else what was given.
     *
     * @param number in the normal form where there is one, else empty
     */
    public static String party(String number, String address) {
        PartyAddress party = PartyAddress.of(number.isEmpty() ? address : number);
        String digits = party.digits().replace("+", "");
        return digits.isEmpty() ? party.user().toLowerCase(Locale.ROOT) : digits;
    }

    /** Returns whether {@code entry} passes, but for its parties and words. */
    public boolean holds(CallEntry entry) {
        return (state == null || state.equals(entry.state()))
                && (from == null || !entry.startedAt().isBefore(from))
                && (to == null || entry.startedAt().isBefore(to))
                && (agent == null || agent.equals(entry.agent()))
                && (trunk == null || trunk.equals(entry.trunk()))
                && (direction == null || direction.equals(entry.direction()))
                && (cause == null || cause.equals(entry.cause()))
                && (minDurationMs == null || entry.durationMs() != null && entry.durationMs() >= minDurationMs)
                && (interrupted == null || interrupted == (entry.interruptions() != null && entry.interruptions() > 0));
    }

    /** Returns whether parties in their {@link #party} form pass. */
    public boolean holds(String callerParty, String calledParty) {
        return (caller == null || callerParty.startsWith(caller)) && (called == null || calledParty.startsWith(called));
    }

    private record Values(Map<String, List<String>> parameters) {
        String text(String name) throws BadQueryException {
            List<String> all = parameters.get(name);
            String value = all == null || all.isEmpty() ? "" : all.get(0).strip();
            if (value.length() > MAX_VALUE || all != null && all.size() > 1) {
                throw new BadQueryException(name + ": give it once, with at most " + MAX_VALUE + " characters");
            }
            return value.isEmpty() ? null : value;
        }

        String oneOf(String name, Set<String> known) throws BadQueryException {
            String value = text(name);
            if (value != null && !known.contains(value)) {
                throw new BadQueryException(name + ": give one of "
                        + String.join(", ", known.stream().sorted().toList()) + ", or leave it out");
            }
            return value;
        }

        String party(String name) throws BadQueryException {
            String value = text(name);
            String party = value == null ? null : CallQuery.party("", value);
            return party == null || party.isEmpty() ? value : party;
        }

        Boolean flag(String name) throws BadQueryException {
            String value = oneOf(name, Set.of("true", "false"));
            return value == null ? null : Boolean.valueOf(value);
        }

        Long seconds(String name) throws BadQueryException {
            String value = text(name);
            if (value == null) {
                return null;
            }
            if (!value.matches("[0-9]{1,7}(\\.[0-9]{1,3})?")) {
                throw new BadQueryException(name + ": give seconds, 0 to 9999999, such as 2.5");
            }
            return Math.round(Double.parseDouble(value) * 1_000);
        }

        Instant time(String name) throws BadQueryException {
            String value = text(name);
            if (value == null) {
                return null;
            }
            try {
                Instant time = value.length() == "2026-04-01".length()
                        ? LocalDate.parse(value).atStartOfDay().toInstant(ZoneOffset.UTC)
                        : OffsetDateTime.parse(value).toInstant();
                return time.isBefore(FIRST) ? FIRST : time.isAfter(LAST) ? LAST : time;
            } catch (DateTimeException malformed) {
                throw new BadQueryException(
                        name + ": give a time as ISO 8601 has it, such as 2026-04-01T10:00:00Z, or a day, 2026-04-01");
            }
        }
    }
}
