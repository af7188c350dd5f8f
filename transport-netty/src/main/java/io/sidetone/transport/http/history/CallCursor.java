package io.sidetone.transport.http.history;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Place in the answer to one question: behind the call with an id. It stays good for ever, whatever calls come or go.
 *
 * @param callId the last call before it
 */
public record CallCursor(String callId) {
    private static final Pattern FORM = Pattern.compile("([0-9A-Z]{26})-([0-9a-f]{1,8})");

    /** Returns it as text that goes with {@code query} alone. */
    public String text(CallQuery query) {
        return callId + '-' + Integer.toHexString(query.toString().hashCode());
    }

    /**
     * Reads what {@link #text} wrote.
     *
     * @throws BadQueryException for another text, and for one that goes with another query
     */
    public static CallCursor of(String text, CallQuery query) throws BadQueryException {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new BadQueryException("cursor: is none of ours; give the next of an answer, or leave it out");
        }
        CallCursor cursor = new CallCursor(form.group(1));
        if (!text.equals(cursor.text(query))) {
            throw new BadQueryException("cursor: belongs to other filters; give the filters of the answer that it comes"
                    + " from, or leave it out");
        }
        return cursor;
    }
}
