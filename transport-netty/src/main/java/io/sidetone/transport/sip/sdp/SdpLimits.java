package io.sidetone.transport.sip.sdp;

/**
 * Limits of what one description may cost.
 *
 * @param maxBytes whole body
 * @param maxLines lines, known or not
 * @param maxMedia m= lines
 * @param maxFormats formats of one m= line
 */
public record SdpLimits(int maxBytes, int maxLines, int maxMedia, int maxFormats) {
    private static final SdpLimits STANDARD = new SdpLimits(16 * 1024, 512, 16, 64);

    /** 16 KiB, 512 lines, 16 media, 64 formats each: far above any telephone. */
    public static SdpLimits standard() {
        return STANDARD;
    }
}
