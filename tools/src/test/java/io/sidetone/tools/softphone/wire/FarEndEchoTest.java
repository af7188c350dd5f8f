package io.sidetone.tools.softphone.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.tone.SpeechNoise;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FarEndEchoTest {
    private static final long FRAME_NS = 20_000_000;
    private static final int FRAMES = 150;

    private final PacketLog arrivals = new PacketLog();

    private void arrive(AudioCodec codec, int type, int number, int ssrc, short[] pcm, int from, long atNs) {
        int samples = codec.sampleRateHz() / 50;
        ByteBuffer packet = ByteBuffer.allocate(12 + codec.bytesForSamples(samples));
        RtpDatagram.putHeader(packet, false, type, number, number * 160, ssrc);
        codec.encode(pcm, from, samples, packet.array(), 12);
        arrivals.add(packet.position(packet.capacity()).flip(), atNs);
    }

    private static double dbOf(short[] pcm, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += (double) pcm[i] * pcm[i];
        }
        return 10 * Math.log10(sum / (to - from));
    }

    /** Where {@code heard} is most alike {@code said}, in samples. */
    private static int lag(short[] said, short[] heard, int maxLag) {
        double best = 0;
        int found = -1;
        for (int lag = 0; lag <= maxLag; lag++) {
            double sum = 0;
            for (int i = 0; i + maxLag < said.length; i++) {
                sum += (double) said[i] * heard[i + lag];
            }
            if (sum > best) {
                best = sum;
                found = lag;
            }
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({"0, 15, 60", "0, 6, 60", "8, 30, 250", "9, 15, 60", "9, 0, 500"})
    void shouldSendBackWhatItHearsSoMuchLowerAndLater(int type, int lossDb, int delayMs) {
        AudioCodec codec = LineFormat.codecOf(type);
        int rateHz = codec.sampleRateHz();
        int frame = rateHz / 50;
        FarEndEcho echo = new FarEndEcho(arrivals, rateHz, lossDb, delayMs);
        short[] said = new short[FRAMES * frame];
        new SpeechNoise(rateHz, 3).fill(said, 0, said.length);
        short[] sent = new short[said.length];
        short[] out = new short[frame];
        for (int i = 0; i < FRAMES; i++) {
            // Packets come 5 ms before the deadline, with up to 4 ms of jitter.
            arrive(codec, type, i, 7, said, i * frame, i * FRAME_NS - 5_000_000 + i % 5 * 1_000_000L);
            Arrays.fill(out, (short) 0);
            echo.step(i * FRAME_NS);
            echo.addTo(out);
            echo.advance();
            System.arraycopy(out, 0, sent, i * frame, frame);
        }
        int settled = (delayMs + 100) * rateHz / 1_000;
        double lossMeasured = dbOf(said, settled, said.length) - dbOf(sent, settled, sent.length);
        assertThat(lossMeasured).as("dB").isCloseTo(lossDb, within(1.5));
        double codecMs = type == LineFormat.G722 ? 1.5 : 0;
        int lag = lag(said, sent, (delayMs + 40) * rateHz / 1_000);
        assertThat(lag * 1_000.0 / rateHz).as("ms").isBetween(delayMs - 5.1, delayMs - 4.9 + codecMs);
    }

    @Test
    void shouldKeepItsDelayWhenPacketsAreLateLostOrOfAnotherSource() {
        AudioCodec codec = LineFormat.codecOf(LineFormat.PCMU);
        FarEndEcho echo = new FarEndEcho(arrivals, 8_000, 0, 60);
        short[] click = new short[160];
        click[0] = 16_000;
        short[] quiet = new short[160];
        int[] heardAt = new int[3];
        int heard = 0;
        for (int i = 0; i < 200; i++) {
            boolean other = i >= 100;
            // One is lost, one comes with the next, one after its place has passed.
            if (i == 30) {
                arrive(codec, 0, i - 1, 7, quiet, 0, i * FRAME_NS);
            }
            if (i != 20 && i != 29) {
                arrive(codec, 0, other ? i - 7_000 : i, other ? 8 : 7, i % 50 == 40 ? click : quiet, 0, i * FRAME_NS);
            }
            if (i == 60) {
                arrive(codec, 0, 50, 7, click, 0, i * FRAME_NS);
            }
            short[] out = new short[160];
            echo.step(i * FRAME_NS);
            if (i % 2 == 0 || i > 60) {
                echo.addTo(out);
            }
            echo.advance();
            for (int s = 0; s < 160; s++) {
                if (out[s] > 8_000) {
                    heardAt[heard++] = i * 160 + s;
                }
            }
        }
        assertThat(heardAt)
                .as("90, 140 and 190 were said; 40 stood where nothing was sent")
                .containsExactly(93 * 160, 143 * 160, 193 * 160);
    }

    /** A machine that stands still for 200 ms delays ten packets in a row; the peer's clock has not moved. */
    @Test
    void shouldKeepItsDelayWhenTheMachineStoodStill() {
        int heardAt = clickHeardAt(100, i -> i, i -> {
            if (i < 60 || i > 69) {
                for (int late = i == 70 ? 60 : i; late <= i; late++) {
                    arriveWithClick(late, 90, i);
                }
            }
        });
        assertThat(heardAt).isEqualTo(93 * 160);
    }

    /** The sender stands still while the first packets come, and then makes up for the frames that it owes. */
    @Test
    void shouldHaveTheSameDelayWhenTheSenderStoodStillAtTheBeginning() {
        IntUnaryOperator sentAt = i -> i >= 10 && i < 25 ? 25 : i;
        int heardAt = clickHeardAt(60, sentAt, i -> {
            for (int due = arrivals.size() + 12; due <= sentAt.applyAsInt(i); due++) {
                arriveWithClick(due, 40, due);
            }
        });
        assertThat(heardAt).isEqualTo(43 * 160);
    }

    /** Packet {@code number} comes at frame {@code atFrame}; it is silent unless it is number {@code click}. */
    private void arriveWithClick(int number, int click, int atFrame) {
        short[] pcm = new short[160];
        pcm[0] = (short) (number == click ? 16_000 : 0);
        arrive(LineFormat.codecOf(LineFormat.PCMU), 0, number, 7, pcm, 0, atFrame * FRAME_NS);
    }

    /** Sends {@code frames} frames, frame {@code i} at {@code sentAt(i)} frames; returns the sample at which a click is heard last. */
    private int clickHeardAt(int frames, IntUnaryOperator sentAt, IntConsumer arriving) {
        FarEndEcho echo = new FarEndEcho(arrivals, 8_000, 0, 60);
        int heardAt = -1;
        for (int i = 0; i < frames; i++) {
            arriving.accept(i);
            short[] out = new short[160];
            echo.step(sentAt.applyAsInt(i) * FRAME_NS);
            echo.addTo(out);
            echo.advance();
            for (int s = 0; s < 160; s++) {
                heardAt = out[s] > 8_000 ? i * 160 + s : heardAt;
            }
        }
        return heardAt;
    }
}
