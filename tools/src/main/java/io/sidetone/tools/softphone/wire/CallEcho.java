package io.sidetone.tools.softphone.wire;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Coupling of the sound that a telephone plays into the sound that it sends.
 *
 * @param lossDb attenuation of the echo: the echo return loss
 * @param delayMs time from the receipt of a sound to its echo
 */
public record CallEcho(int lossDb, int delayMs) {
    /** Greatest loss, in dB: a weaker echo is below the noise of the line. */
    public static final int MAX_LOSS_DB = 60;

    /** Least delay, in ms: packets arrive in pieces of 20 ms and not to the millisecond. */
    public static final int MIN_DELAY_MS = 40;

    /** Greatest delay, in ms. */
    public static final int MAX_DELAY_MS = 500;

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,3})@(\\d{1,3})");

    /** Checks the ranges. */
    public CallEcho {
        if (lossDb < 0 || lossDb > MAX_LOSS_DB || delayMs < MIN_DELAY_MS || delayMs > MAX_DELAY_MS) {
            throw new IllegalArgumentException(
                    lossDb + "@" + delayMs + " is out of range; write a loss of 0 to " + MAX_LOSS_DB
                            + " dB and a delay of " + MIN_DELAY_MS + " to " + MAX_DELAY_MS + " ms, for example 15@60");
        }
    }

    /**
     * Reads {@code DB@MS}.
     *
     * @throws IllegalArgumentException for a wrong value; the message gives the problem and the remedy
     */
    public static CallEcho parse(String text) {
        Matcher matcher = WRITTEN.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no echo; write DB@MS in whole numbers, for example 15@60");
        }
        return new CallEcho(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }
}
