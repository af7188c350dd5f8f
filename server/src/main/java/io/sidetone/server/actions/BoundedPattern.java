package io.sidetone.server.actions;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import java.util.regex.Pattern;

/**
 * A pattern of a schema, searched with a bound on the steps: the schemas of clients come from outside, and some patterns
 * take longer than the age of the world for thirty letters. Immutable, thread-safe.
 */
final class BoundedPattern implements RegularExpression {
    /** Characters looked at in one search; milliseconds. */
    static final int MOST_STEPS = 200_000;

    private final Pattern pattern;

    BoundedPattern(String expression) {
        pattern = Pattern.compile(RegularExpressions.replaceLongformCharacterProperties(
                RegularExpressions.replaceDollarAnchors(expression)));
    }

    @Override
    public boolean matches(String value) {
        try {
            return pattern.matcher(new Counted(value, new int[] {MOST_STEPS})).find();
        } catch (TooManyStepsException | StackOverflowError tooMuch) {
            return false; // what cannot be checked within reason does not fit
        }
    }

    /** Ends a search. */
    private static final class TooManyStepsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyStepsException() {
            super("too many steps", null, false, false);
        }
    }

    /** Text that counts how often it is looked at. */
    private record Counted(CharSequence text, int[] left) implements CharSequence {
        @Override
        public char charAt(int index) {
            if (--left[0] < 0) {
                throw new TooManyStepsException();
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Counted(text.subSequence(start, end), left);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
