package io.sidetone.speech.embedded.flite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Voices that play the caller. */
public final class Voices {
    private Voices() {}

    /** Has {@code voice} speak each sentence, at 16 kHz. */
    public static List<short[]> speak(VoiceName voice, List<String> sentences) {
        List<short[]> spoken = new ArrayList<>();
        try (FliteVoice opened = FliteVoice.open(voice)) {
            for (String sentence : sentences) {
                short[][] pcm = {new short[0]};
                opened.speak(sentence, new Voice.Sink() {
                    @Override
                    public void words(SpokenWords words) {}

                    @Override
                    public boolean audio(short[] block, int samples) {
                        int length = pcm[0].length;
                        pcm[0] = Arrays.copyOf(pcm[0], length + samples);
                        System.arraycopy(block, 0, pcm[0], length, samples);
                        return true;
                    }
                });
                spoken.add(pcm[0]);
            }
        }
        return spoken;
    }
}
