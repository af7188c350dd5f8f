package io.sidetone.transport.rtp.dtmf;

/** Takes digits, each once. */
@FunctionalInterface
public interface DigitConsumer {
    /**
     * Takes one digit.
     *
     * @param digit 0–9, *, #, A–D
     * @param durationMs how long the key was held, as far as the packets say
     */
    void onDigit(char digit, int durationMs, long nowNs);
}
