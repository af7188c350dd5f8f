package io.sidetone.bench.cost;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.G711;
import io.sidetone.audio.echo.EchoCanceller;
import io.sidetone.audio.resample.Resampler;
import io.sidetone.audio.resample.Resamplers;
import io.sidetone.audio.vad.EnergyVad;
import io.sidetone.audio.vad.SpeechDetector;
import io.sidetone.bench.lane.LaneStepBench;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Which variants are compared. The first variant of a family is there twice: the second one is compared with the first as a
 * control.
 */
final class Variants {
    /** Enough frames that a reading of the clock costs nothing in comparison. */
    private static final int FRAMES = 4 * Sounds.FRAMES;

    private static final int FRAMES_OF_G711 = 40 * Sounds.FRAMES;
    private static final int SPEEX_QUALITY = 4;

    /** Calls of a lane that has work for all its time. */
    private static final int CALLS = 400;

    private static final double MOST_OF_WEBRTC = 2.5;

    private static final int[][] RATES = {
        {8_000, 16_000},
        {48_000, 16_000},
        {16_000, 8_000},
        {24_000, 8_000},
        {22_050, 8_000},
        {22_050, 16_000},
        {8_000, 24_000},
        {16_000, 24_000},
        {24_000, 16_000},
        {24_000, 48_000},
        {16_000, 48_000}
    };

    private Variants() {}

    /** Returns the variants of a family. */
    static List<Variant> of(String family) {
        switch (family) {
            case "vad":
                return detectors();
            case "resample":
                return resamplers();
            case "g711":
                return codecs();
            case "lane":
                return laneSteps();
            default:
                throw new IllegalArgumentException("no family of arms is called " + family);
        }
    }

    private static List<Variant> detectors() {
        List<Variant> variants = new ArrayList<>();
        short[][] agent = Sounds.agent(8_000);
        short[][] speech = Sounds.speech(8_000);
        Variant first = detector(variants, "quiet 8 kHz", 8_000, Sounds.quiet(8_000), null);
        detector(variants, "noise 8 kHz", 8_000, Sounds.noise(8_000), null);
        Variant alone = detector(variants, "speech 8 kHz", 8_000, speech, null);
        variants.add(detector("speech 8 kHz, agent speaks too: what the echo gate adds", alone, 8_000, speech, agent));
        variants.add(
                detector("speech 8 kHz over an echo that is cancelled", alone, 8_000, echoed(speech, agent), agent));
        variants.add(canceller("canceller alone, 8 kHz", alone, echoed(speech, agent), agent));
        detector(variants, "speech 16 kHz", 16_000, Sounds.speech(16_000), null);
        WebRtcVad vad = new WebRtcVad(8_000, speech);
        variants.add(variant("a native call that does nothing", null, FRAMES, vad::emptyCalls));
        variants.add(detector("quiet 8 kHz against itself", first, 8_000, Sounds.quiet(8_000), null));
        return variants;
    }

    /** Adds WebRTC's C on the same sound, and ours with it as reference; returns ours. */
    private static Variant detector(
            List<Variant> variants, String name, int sampleRateHz, short[][] near, short[][] far) {
        WebRtcVad vad = new WebRtcVad(sampleRateHz, near);
        Variant webRtc = variant("webrtc C " + name, null, FRAMES, vad::second);
        variants.add(webRtc);
        Variant ours = detector(name, webRtc, sampleRateHz, near, far);
        variants.add(ours);
        return ours;
    }

    private static Variant detector(String name, Variant reference, int sampleRateHz, short[][] near, short[][] far) {
        SpeechDetector detector = new EnergyVad(sampleRateHz);
        return variant(name, reference, FRAMES, () -> {
            float sum = 0;
            for (int i = 0; i < near.length; i++) {
                sum += detector.score(near[i], 0, far == null ? null : far[i], 0, near[i].length);
            }
            return (long) sum;
        });
    }

    private static Variant canceller(String name, Variant reference, short[][] near, short[][] far) {
        EchoCanceller canceller = new EchoCanceller(8_000);
        float[] clean = new float[near[0].length];
        return variant(name, reference, FRAMES, () -> {
            float sum = 0;
            for (int i = 0; i < near.length; i++) {
                canceller.process(near[i], 0, far[i], 0, clean);
                sum += clean[0];
            }
            return (long) sum;
        });
    }

    /** The caller with an echo of our audio, 60 ms later and 12 dB lower. */
    private static short[][] echoed(short[][] near, short[][] far) {
        short[][] mixed = new short[near.length][near[0].length];
        for (int frame = 0; frame < near.length; frame++) {
            short[] echo = far[(frame - 3 + far.length) % far.length];
            for (int i = 0; i < mixed[frame].length; i++) {
                mixed[frame][i] = (short) (near[frame][i] + echo[i] / 4);
            }
        }
        return mixed;
    }

    private static List<Variant> resamplers() {
        List<Variant> variants = new ArrayList<>();
        Variant first = null;
        for (int[] rates : RATES) {
            String name = rates[0] + ">" + rates[1];
            SpeexResampler speex = new SpeexResampler(rates[0], rates[1], SPEEX_QUALITY, Sounds.speech(rates[0]));
            Variant reference = variant("speexdsp q" + SPEEX_QUALITY + " " + name, null, FRAMES, speex::second);
            variants.add(reference);
            Variant ours = resampler(name, reference, rates[0], rates[1]);
            variants.add(ours);
            first = first == null ? ours : first;
        }
        variants.add(resampler(first.title() + " against itself", first, RATES[0][0], RATES[0][1]));
        return variants;
    }

    private static Variant resampler(String name, Variant reference, int inHz, int outHz) {
        Resampler resampler = Resamplers.create(inHz, outHz);
        short[][] in = Sounds.speech(inHz);
        short[] out = new short[outHz / Sounds.FRAMES + 8];
        return variant(name, reference, FRAMES, () -> {
            long written = 0;
            for (short[] frame : in) {
                written += resampler.process(frame, 0, frame.length, out, 0);
            }
            return written;
        });
    }

    private static List<Variant> codecs() {
        List<Variant> variants = new ArrayList<>();
        Variant first = null;
        for (AudioCodec codec : new AudioCodec[] {G711.PCMU, G711.PCMA}) {
            String law = codec == G711.PCMU ? "PCMU" : "PCMA";
            Variant encode = encoder(law + " encode", null, codec);
            variants.add(encode);
            variants.add(decoder(law + " decode", codec));
            first = first == null ? encode : first;
        }
        variants.add(encoder(first.title() + " against itself", first, G711.PCMU));
        return variants;
    }

    private static Variant encoder(String name, Variant reference, AudioCodec codec) {
        short[][] pcm = Sounds.speech(8_000);
        byte[] payload = new byte[pcm[0].length];
        return variant(name, reference, FRAMES_OF_G711, () -> {
            long sum = 0;
            for (short[] frame : pcm) {
                codec.encode(frame, 0, frame.length, payload, 0);
                sum += payload[7];
            }
            return sum;
        });
    }

    private static Variant decoder(String name, AudioCodec codec) {
        short[][] pcm = Sounds.speech(8_000);
        byte[][] payloads = new byte[pcm.length][pcm[0].length];
        for (int i = 0; i < pcm.length; i++) {
            codec.encode(pcm[i], 0, pcm[i].length, payloads[i], 0);
        }
        short[] out = new short[pcm[0].length];
        return variant(name, null, FRAMES_OF_G711, () -> {
            long sum = 0;
            for (byte[] payload : payloads) {
                codec.decode(payload, 0, payload.length, out, 0);
                sum += out[7];
            }
            return sum;
        });
    }

    /** The whole step without the canceller: the same as {@link LaneStepBench} times. */
    private static List<Variant> laneSteps() {
        List<Variant> variants = new ArrayList<>();
        Variant first = null;
        Variant quiet = webRtcs("quiet 8 kHz", Sounds.quiet(8_000));
        Variant speech = webRtcs("speech 8 kHz", Sounds.speech(8_000));
        variants.add(quiet);
        variants.add(speech);
        for (String floor : new String[] {"idle", "listening", "speaking"}) {
            Variant step = laneStep("lane step, " + floor, null, floor, 1);
            variants.add(step);
            first = first == null ? step : first;
            Variant webRtc = floor.equals("listening") ? speech : quiet;
            variants.add(laneStep("lane step, " + floor + ", " + CALLS + " calls", webRtc, floor, CALLS)
                    .atMost(MOST_OF_WEBRTC, 1.5));
        }
        variants.add(laneStep(first.title() + " against itself", first, "idle", 1));
        return variants;
    }

    /** WebRTC's C for as many calls as the lane has: a detector each, which take turns. */
    private static Variant webRtcs(String name, short[][] sound) {
        WebRtcVad[] detectors = new WebRtcVad[CALLS];
        for (int i = 0; i < CALLS; i++) {
            detectors[i] = new WebRtcVad(8_000, sound);
        }
        int[] next = new int[1];
        return variant("webrtc C " + name + ", " + CALLS + " calls", null, FRAMES, () -> {
            long verdicts = 0;
            for (int i = 0; i < Sounds.FRAMES; i++) {
                verdicts += detectors[next[0]].next();
                next[0] = next[0] == CALLS - 1 ? 0 : next[0] + 1;
            }
            return verdicts;
        });
    }

    private static Variant laneStep(String name, Variant reference, String floor, int calls) {
        LaneStepBench step = LaneStepBench.opened(floor, calls);
        return variant(name, reference, FRAMES, () -> {
            long sent = 0;
            for (int i = 0; i < Sounds.FRAMES; i++) {
                sent += step.frame();
            }
            step.requireFloor();
            return sent;
        });
    }

    private static Variant variant(String name, Variant reference, int framesPerSample, LongSupplier second) {
        return new Variant(name, reference, framesPerSample) {
            @Override
            long second() {
                return second.getAsLong();
            }
        };
    }
}
