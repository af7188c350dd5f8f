package io.sidetone.transport.rtp.quality;

/**
 * Harm that a codec does to speech on the scale of the narrowband E-model. The receiving end conceals losses, here and in phones
 * of today.
 */
public enum CodecImpairment {
    /** G.711 with the concealment of its appendix I: ITU-T G.113 (11/2007), table I.4. */
    G711(0, 25.1),
    /**
     * Wideband: G.722 and Opus. G.113 has no values for them on this scale. They are rated like G.711, which they do not sound
     * worse than; so the score of a wideband call says what packets did to it, not how much better it is than narrowband.
     */
    WIDEBAND(0, 25.1);

    private final double impairment;
    private final double robustness;

    CodecImpairment(double impairment, double robustness) {
        this.impairment = impairment;
        this.robustness = robustness;
    }

    /** Returns the values of a codec by its encoding name; of G.711 for null. */
    public static CodecImpairment of(String encodingName) {
        return encodingName == null || encodingName.startsWith("PCM") ? G711 : WIDEBAND;
    }

    /** Returns Ie: the impairment without loss. */
    public double impairment() {
        return impairment;
    }

    /** Returns Bpl: the larger, the less a loss is heard. */
    public double robustness() {
        return robustness;
    }
}
