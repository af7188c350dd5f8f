package io.sidetone.transport.rtp.quality;

/**
 * The E-model: what a listener would say of a connection, from its delay, its codec and its loss (ITU-T G.107, 06/2015).
 *
 * <p>Everything that a packet cannot tell, such as loudness, room noise and echo loss, has the default of G.107 table 2: then
 * the basic signal-to-noise ratio Ro and the simultaneous impairment Is are constants. The connection is symmetric: T = Ta =
 * Tr / 2. Pure functions, any thread.
 */
public final class EModel {
    /** The rating where nothing is impaired: the default of G.107. */
    public static final double DEFAULT_RATING = 93.2;

    /** Ro (equations 7-2 to 7-7), and Is (7-8 to 7-17) with the defaults. */
    private static final double NOISE_RATIO = 94.769;

    private static final double SIMULTANEOUS_IMPAIRMENT = 1.414;

    /** Equation 7-21: −1.5 (No − RLR) with the defaults. */
    private static final double ECHO_REFERENCE = 94.769;

    /** TELR and WEPL of table 2, in dB. */
    private static final double TALKER_ECHO_LOSS_DB = 65;

    private static final double LISTENER_ECHO_LOSS_DB = 110;
    private static final double FREE_DELAY_MS = 100;
    private static final double WORST_IMPAIRMENT = 95;

    private EModel() {}

    /**
     * Returns the rating R, 0…93.2 (equation 7-1).
     *
     * @param oneWayMs mouth to ear
     * @param lossPercent packets whose sound could not be played, of a hundred
     * @param burstRatio mean length of the gaps, over the one that losses by chance would have; 1 for losses by chance
     */
    public static double rating(double oneWayMs, CodecImpairment codec, double lossPercent, double burstRatio) {
        double rating = NOISE_RATIO
                - SIMULTANEOUS_IMPAIRMENT
                - delayImpairment(Math.max(0, oneWayMs))
                - equipmentImpairment(codec, lossPercent, burstRatio);
        return Math.max(0, rating);
    }

    /** Equation 7-29: Ie-eff = Ie + (95 − Ie) · Ppl / (Ppl / BurstR + Bpl). */
    static double equipmentImpairment(CodecImpairment codec, double lossPercent, double burstRatio) {
        double ie = codec.impairment();
        return ie
                + (WORST_IMPAIRMENT - ie) * lossPercent / (lossPercent / Math.max(1, burstRatio) + codec.robustness());
    }

    /** Id = Idte + Idle + Idd (equations 7-18 to 7-28). */
    static double delayImpairment(double oneWayMs) {
        double t = oneWayMs;
        double talkerEcho =
                TALKER_ECHO_LOSS_DB - 40 * Math.log10((1 + t / 10) / (1 + t / 150)) + 6 * Math.exp(-0.3 * t * t);
        double echoRating = 80 + 2.5 * (talkerEcho - 14);
        double below = (ECHO_REFERENCE - echoRating) / 2;
        double talker = (below + Math.sqrt(below * below + 100) - 1) * (1 - Math.exp(-t));
        double listenerRating = 10.5 * (LISTENER_ECHO_LOSS_DB + 7) * Math.pow(2 * t + 1, -0.25);
        double apart = (NOISE_RATIO - listenerRating) / 2;
        double listener = apart + Math.sqrt(apart * apart + 169);
        return talker + listener + pureDelayImpairment(t);
    }

    private static double pureDelayImpairment(double oneWayMs) {
        if (oneWayMs <= FREE_DELAY_MS) {
            return 0;
        }
        double x = Math.log10(oneWayMs / FREE_DELAY_MS) / Math.log10(2);
        return 25 * (Math.pow(1 + Math.pow(x, 6), 1 / 6.0) - 3 * Math.pow(1 + Math.pow(x / 3, 6), 1 / 6.0) + 2);
    }

    /** Returns the mean opinion score of a conversation, MOS-CQE, 1…4.5 (annex B, equation B-4). */
    public static double opinion(double rating) {
        if (rating <= 0) {
            return 1;
        }
        double r = Math.min(100, rating);
        // Between 0 and 6.5 the polynomial falls below its own end.
        return Math.max(1, 1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6);
    }
}
