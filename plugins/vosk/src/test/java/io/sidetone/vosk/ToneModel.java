package io.sidetone.vosk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A Vosk model of two words, made here and of a few kilobytes, so that the real library decodes in tests: "low" is sound
 * below 1.2 kHz, "high" is sound above it. One affine layer turns eight cepstra into three scores; the decoding graph
 * (OpenFst) has a handful of states. Layout and formats are Kaldi's.
 */
final class ToneModel {
    /** Where its features begin to tell the two apart. */
    static final int[] LOW_HZ = {300, 480, 730, 1_040};

    static final int[] HIGH_HZ = {1_410, 1_870, 2_420, 3_090};

    private static final int BINS = 8;
    private static final double LOUD = 18;

    /** Transition ids of the three phones: stays, and leaves. */
    private static final int SILENCE_STAYS = 1;

    private static final int LOW_STAYS = 3;
    private static final int LOW_LEAVES = 4;
    private static final int HIGH_STAYS = 5;
    private static final int HIGH_LEAVES = 6;
    private static final int LOW_WORD = 2;
    private static final int HIGH_WORD = 3;

    private ToneModel() {}

    /** Writes the model into {@code folder}, which is made. */
    static Path write(Path folder, int rateHz) {
        try {
            for (String part : List.of("am", "conf", "graph")) {
                Files.createDirectories(folder.resolve(part));
            }
            Files.writeString(
                    folder.resolve("conf/mfcc.conf"),
                    """
                    --sample-frequency=%d
                    --use-energy=false
                    --num-mel-bins=%d
                    --num-ceps=%d
                    --cepstral-lifter=0
                    --low-freq=100
                    --high-freq=3900
                    --dither=0
                    """
                            .formatted(rateHz, BINS, BINS));
            Files.writeString(
                    folder.resolve("conf/model.conf"),
                    """
                    --min-active=20
                    --max-active=300
                    --beam=30.0
                    --lattice-beam=6.0
                    --acoustic-scale=1.0
                    --frame-subsampling-factor=3
                    --endpoint.silence-phones=1
                    --endpoint.rule2.min-trailing-silence=0.5
                    --endpoint.rule3.min-trailing-silence=0.75
                    --endpoint.rule4.min-trailing-silence=1.0
                    """);
            Files.writeString(folder.resolve("graph/words.txt"), "<eps> 0\n[unk] 1\nlow 2\nhigh 3\n#0 4\n");
            Files.write(folder.resolve("graph/HCLG.fst"), graph());
            Files.writeString(folder.resolve("am/final.mdl"), transitions() + network());
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns {@code ms} of one of the words as sound, PCM16. */
    static short[] sound(int[] tonesHz, int rateHz, int ms) {
        short[] pcm = new short[rateHz * ms / 1_000];
        for (int i = 0; i < pcm.length; i++) {
            double sum = 0;
            for (int hz : tonesHz) {
                sum += StrictMath.sin(2 * StrictMath.PI * hz * i / rateHz);
            }
            pcm[i] = (short) (3_000 * sum);
        }
        return pcm;
    }

    private static String transitions() {
        StringBuilder text =
                new StringBuilder("<TransitionModel> \n<Topology> \n<TopologyEntry> \n<ForPhones> \n1 2 3 \n"
                        + "</ForPhones> \n<State> 0 <PdfClass> 0 <Transition> 0 0.5 <Transition> 1 0.5 </State> \n"
                        + "<State> 1 </State> \n</TopologyEntry> \n</Topology> \n<Triples> 3 \n");
        for (int phone = 1; phone <= 3; phone++) {
            text.append(phone).append(" 0 ").append(phone - 1).append(" \n");
        }
        text.append("</Triples> \n<LogProbs> \n [ 0");
        for (int id = 1; id <= 6; id++) {
            text.append(" -0.6931472");
        }
        return text.append(" ]\n</LogProbs> \n</TransitionModel> \n").toString();
    }

    /** Scores of silence, low and high, as {@code W · mel + b}; the layer sees cepstra, an orthonormal cosine transform of mel. */
    private static String network() {
        double[][] mel = new double[3][BINS];
        for (int bin = 0; bin < BINS; bin++) {
            boolean low = bin < BINS / 2;
            mel[1][bin] = (low ? 2.0 : -1.0) / (BINS / 2);
            mel[2][bin] = (low ? -1.0 : 2.0) / (BINS / 2);
        }
        StringBuilder rows = new StringBuilder();
        for (double[] row : mel) {
            rows.append("\n ");
            for (int k = 0; k < BINS; k++) {
                double sum = 0;
                for (int bin = 0; bin < BINS; bin++) {
                    sum += row[bin] * cosine(k, bin);
                }
                rows.append(String.format(Locale.ROOT, " %.7f", sum));
            }
        }
        return "<Nnet3> \ninput-node name=input dim=" + BINS
                + "\ncomponent-node name=scores component=scores input=input\n"
                + "output-node name=output input=scores objective=linear\n\n"
                + "<NumComponents> 1 \n<ComponentName> scores <FixedAffineComponent> <LinearParams>  [" + rows
                + " ]\n<BiasParams>  [ 0 " + -LOUD + " " + -LOUD + " ]\n</FixedAffineComponent> </Nnet3> \n"
                + "<LeftContext> 0 <RightContext> 0 <Priors>  [ ]\n";
    }

    private static double cosine(int k, int bin) {
        return k == 0
                ? StrictMath.sqrt(1.0 / BINS)
                : StrictMath.sqrt(2.0 / BINS) * StrictMath.cos(StrictMath.PI / BINS * (bin + 0.5) * k);
    }

    private record Arc(int input, int output, float cost, int to) {}

    /** Silence at 0; a word is at least three frames long; another word or silence may follow at any time. */
    private static byte[] graph() {
        List<List<Arc>> states = new ArrayList<>();
        Arc silence = new Arc(SILENCE_STAYS, 0, 0.1f, 0);
        Arc low = new Arc(LOW_LEAVES, LOW_WORD, 1f, 1);
        Arc high = new Arc(HIGH_LEAVES, HIGH_WORD, 1f, 3);
        states.add(List.of(silence, low, high));
        states.add(List.of(new Arc(LOW_STAYS, 0, 0, 2)));
        states.add(List.of(new Arc(LOW_STAYS, 0, 0.1f, 2), silence, high));
        states.add(List.of(new Arc(HIGH_STAYS, 0, 0, 4)));
        states.add(List.of(new Arc(HIGH_STAYS, 0, 0.1f, 4), silence, low));
        ByteBuffer to = ByteBuffer.allocate(4_096).order(ByteOrder.LITTLE_ENDIAN);
        to.putInt(2_125_659_606);
        text(to, "vector");
        text(to, "standard");
        to.putInt(2).putInt(0).putLong(3).putLong(0).putLong(states.size());
        to.putLong(states.stream().mapToInt(List::size).sum());
        for (int i = 0; i < states.size(); i++) {
            to.putFloat(i == 1 || i == 3 ? Float.POSITIVE_INFINITY : 0)
                    .putLong(states.get(i).size());
            for (Arc arc : states.get(i)) {
                to.putInt(arc.input).putInt(arc.output).putFloat(arc.cost).putInt(arc.to);
            }
        }
        byte[] bytes = new byte[to.position()];
        to.flip().get(bytes);
        return bytes;
    }

    private static void text(ByteBuffer to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        to.putInt(bytes.length).put(bytes);
    }
}
