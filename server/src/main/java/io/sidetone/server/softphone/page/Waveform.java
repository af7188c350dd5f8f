package io.sidetone.server.softphone.page;

import java.util.Locale;

/** Draws samples as an outline: the largest and the smallest of each column. */
final class Waveform {
    /** A quiet channel is not blown up beyond this: −14 dB of full scale. */
    private static final int LEAST_PEAK = 6_500;

    private final short[] pcm;
    private final double peak;

    Waveform(short[] pcm) {
        this.pcm = pcm;
        int loudest = LEAST_PEAK;
        for (short sample : pcm) {
            loudest = Math.max(loudest, Math.abs(sample));
        }
        peak = loudest;
    }

    /**
     * Returns the data of an SVG path.
     *
     * @param from first sample
     * @param samplesPerColumn samples drawn as one column
     * @param columnWidth width of a column
     * @param columns number of columns at most
     * @param middle its middle line
     * @param half half its height
     */
    String path(int from, int samplesPerColumn, double columnWidth, int columns, double middle, double half) {
        StringBuilder top = new StringBuilder();
        StringBuilder bottom = new StringBuilder();
        for (int column = 0; column < columns; column++) {
            int begin = from + column * samplesPerColumn;
            if (begin >= pcm.length) {
                break;
            }
            int high = 0;
            int low = 0;
            for (int i = Math.max(0, begin); i < Math.min(pcm.length, begin + samplesPerColumn); i++) {
                high = Math.max(high, pcm[i]);
                low = Math.min(low, pcm[i]);
            }
            String x = number(column * columnWidth);
            top.append(column == 0 ? "M" : "L").append(x).append(' ').append(number(middle - half * high / peak - 0.5));
            bottom.insert(0, "L" + x + " " + number(middle - half * low / peak + 0.5));
        }
        return top.length() == 0 ? "" : top.append(bottom).append('Z').toString();
    }

    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
