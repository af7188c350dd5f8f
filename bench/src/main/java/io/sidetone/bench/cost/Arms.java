package io.sidetone.bench.cost;

import io.sidetone.audio.codec.AudioCodec;
import io.sidetone.audio.codec.Pcma;
import io.sidetone.audio.codec.Pcmu;
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
 * Which arms are compared. The first arm of a family is there twice: the second one is compared with the first as a
 * control.
 */
final class Arms {
    /** Enough frames that a reading of the clock costs nothing in comparison. */
    private static final int FRAMES = 4 * Sounds.FRAMES;

    private static final int FRAMES_OF_G711 = 40 * Sounds.FRAMES;
    private static final int SPEEX_QUALITY = 4;

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

    private Arms() {}

    /** Returns the arms of a family. */
    static List<Arm> of(String family) {
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

    private static List<Arm> detectors() {
        List<Arm> arms = new ArrayList<>();
        short[][] agent = Sounds.agent(8_000);
        short[][] speech = Sounds.speech(8_000);
        Arm first = detector(arms, "quiet 8 kHz", 8_000, Sounds.quiet(8_000), null);
        detector(arms, "noise 8 kHz", 8_000, Sounds.noise(8_000), null);
        Arm alone = detector(arms, "speech 8 kHz", 8_000, speech, null);
        arms.add(detector("speech 8 kHz, agent speaks too: what the echo gate adds", alone, 8_000, speech, agent));
        arms.add(detector("speech 8 kHz over an echo that is cancelled", alone, 8_000, echoed(speech, agent), agent));
        arms.add(canceller("canceller alone, 8 kHz", alone, echoed(speech, agent), agent));
        detector(arms, "speech 16 kHz", 16_000, Sounds.speech(16_000), null);
        WebRtcVad vad = new WebRtcVad(8_000, speech);
        arms.add(arm("a native call that does nothing", null, FRAMES, vad::emptyCalls));
        arms.add(detector("quiet 8 kHz against itself", first, 8_000, Sounds.quiet(8_000), null));
        return arms;
    }

    /** Adds WebRTC's C on the same sound, and ours with it as reference; returns ours. */
    private static Arm detector(List<Arm> arms, String name, int sampleRateHz, short[][] near, short[][] far) {
        WebRtcVad vad = new WebRtcVad(sampleRateHz, near);
        Arm webRtc = arm("webrtc C " + name, null, FRAMES, vad::second);
        arms.add(webRtc);
        Arm ours = detector(name, webRtc, sampleRateHz, near, far);
        arms.add(ours);
        return ours;
    }

    private static Arm detector(String name, Arm reference, int sampleRateHz, short[][] near, short[][] far) {
        SpeechDetector detector = new EnergyVad(sampleRateHz);
        return arm(name, reference, FRAMES, () -> {
            float sum = 0;
            for (int i = 0; i < near.length; i++) {
                sum += detector.score(near[i], 0, far == null ? null : far[i], 0, near[i].length);
            }
            return (long) sum;
        });
    }

    private static Arm canceller(String name, Arm reference, short[][] near, short[][] far) {
        EchoCanceller canceller = new EchoCanceller(8_000);
        float[] clean = new float[near[0].length];
        return arm(name, reference, FRAMES, () -> {
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

    private static List<Arm> resamplers() {
        List<Arm> arms = new ArrayList<>();
        Arm first = null;
        for (int[] rates : RATES) {
            String name = rates[0] + ">" + rates[1];
            SpeexResampler speex = new SpeexResampler(rates[0], rates[1], SPEEX_QUALITY, Sounds.speech(rates[0]));
            Arm reference = arm("speexdsp q" + SPEEX_QUALITY + " " + name, null, FRAMES, speex::second);
            arms.add(reference);
            Arm ours = resampler(name, reference, rates[0], rates[1]);
            arms.add(ours);
            first = first == null ? ours : first;
        }
        arms.add(resampler(first.title() + " against itself", first, RATES[0][0], RATES[0][1]));
        return arms;
    }

    private static Arm resampler(String name, Arm reference, int inHz, int outHz) {
        Resampler resampler = Resamplers.create(inHz, outHz);
        short[][] in = Sounds.speech(inHz);
        short[] out = new short[outHz / Sounds.FRAMES + 8];
        return arm(name, reference, FRAMES, () -> {
            long written = 0;
            for (short[] frame : in) {
                written += resampler.process(frame, 0, frame.length, out, 0);
            }
            return written;
        });
    }

    private static List<Arm> codecs() {
        List<Arm> arms = new ArrayList<>();
        Arm first = null;
        for (AudioCodec codec : new AudioCodec[] {Pcmu.INSTANCE, Pcma.INSTANCE}) {
            String law = codec == Pcmu.INSTANCE ? "PCMU" : "PCMA";
            Arm encode = encoder(law + " encode", null, codec);
            arms.add(encode);
            arms.add(decoder(law + " decode", codec));
            first = first == null ? encode : first;
        }
        arms.add(encoder(first.title() + " against itself", first, Pcmu.INSTANCE));
        return arms;
    }

    private static Arm encoder(String name, Arm reference, AudioCodec codec) {
        short[][] pcm = Sounds.speech(8_000);
        byte[] payload = new byte[pcm[0].length];
        return arm(name, reference, FRAMES_OF_G711, () -> {
            long sum = 0;
            for (short[] frame : pcm) {
                codec.encode(frame, 0, frame.length, payload, 0);
                sum += payload[7];
            }
            return sum;
        });
    }

    private static Arm decoder(String name, AudioCodec codec) {
        short[][] pcm = Sounds.speech(8_000);
        byte[][] payloads = new byte[pcm.length][pcm[0].length];
        for (int i = 0; i < pcm.length; i++) {
            codec.encode(pcm[i], 0, pcm[i].length, payloads[i], 0);
        }
        short[] out = new short[pcm[0].length];
        return arm(name, null, FRAMES_OF_G711, () -> {
            long sum = 0;
            for (byte[] payload : payloads) {
                codec.decode(payload, 0, payload.length, out, 0);
                sum += out[7];
            }
            return sum;
        });
    }

    /** The whole step without the canceller: the same as {@link LaneStepBench} times. */
    private static List<Arm> laneSteps() {
        List<Arm> arms = new ArrayList<>();
        Arm first = null;
        for (String floor : new String[] {"idle", "listening", "speaking"}) {
            Arm step = laneStep("lane step, " + floor, null, floor);
            arms.add(step);
            first = first == null ? step : first;
        }
        arms.add(laneStep(first.title() + " against itself", first, "idle"));
        return arms;
    }

    private static Arm laneStep(String name, Arm reference, String floor) {
        LaneStepBench step = LaneStepBench.opened(floor);
        return arm(name, reference, FRAMES, () -> {
            long sent = 0;
            for (int i = 0; i < Sounds.FRAMES; i++) {
                sent += step.frame();
            }
            step.requireFloor();
            return sent;
        });
    }

    private static Arm arm(String name, Arm reference, int framesPerSample, LongSupplier second) {
        return new Arm(name, reference, framesPerSample) {
            @Override
            long second() {
                return second.getAsLong();
            }
        };
    }
}
