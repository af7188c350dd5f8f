package io.sidetone.tools.softphone.sound;

import io.sidetone.speech.embedded.flite.FliteVoice;
import io.sidetone.speech.embedded.flite.SpokenWords;
import io.sidetone.speech.embedded.flite.Voice;
import io.sidetone.speech.embedded.flite.VoiceName;
import java.io.IOException;
import java.util.Arrays;

/** Words as the sound of a caller: spoken by an embedded voice, another than that of the agent. */
public final class SpokenSounds {
    private SpokenSounds() {}

    /**
     * Returns {@code text}, spoken.
     *
     * @param sampleRateHz of the line
     * @throws IOException when it cannot be spoken; the message gives the remedy
     */
    public static CallerSound say(String text, int sampleRateHz) throws IOException {
        Collected collected = new Collected();
        try (Voice voice = FliteVoice.open(VoiceName.RMS)) {
            voice.speak(text, collected);
            return new CallerSound("\"" + text + "\"", voice.sampleRateHz(), collected.pcm()).at(sampleRateHz);
        } catch (LinkageError | IllegalStateException | IllegalArgumentException missing) {
            throw new IOException(
                    "\"" + text + "\" cannot be spoken: " + missing.getMessage()
                            + "; install libflite1, or give a sound to play",
                    missing);
        }
    }

    /** Collects what a voice speaks. */
    private static final class Collected implements Voice.Sink {
        private short[] pcm = new short[0];

        @Override
        public void words(SpokenWords words) {
            // The sound is all that is sent.
        }

        @Override
        public boolean audio(short[] block, int samples) {
            int before = pcm.length;
            pcm = Arrays.copyOf(pcm, before + samples);
            System.arraycopy(block, 0, pcm, before, samples);
            return true;
        }

        short[] pcm() {
            return pcm;
        }
    }
}
