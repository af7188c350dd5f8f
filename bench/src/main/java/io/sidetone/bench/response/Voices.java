package io.sidetone.bench.response;

import io.sidetone.tools.softphone.sound.CallerSound;
import io.sidetone.tools.softphone.sound.CallerSounds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Callers' sentences, spoken by flite in several voices and paces. */
final class Voices {
    private static final int SPEAK_LIMIT_S = 30;

    /** Sentences that a caller of the appointment desk says, in order. */
    private static final List<String> BOOKING = List.of(
            "what are your opening hours",
            "i would like to book an appointment",
            "on tuesday please",
            "at ten o'clock",
            "yes please");

    /** Questions that a caller asks a model: sentences of five or six words, so that the words of one fit the sound of another. */
    static final List<String> QUESTIONS = List.of(
            "when will my order arrive",
            "do you have a table today",
            "my invoice seems to be wrong",
            "can you tell me the price");

    /** Voice and pace of each made-up caller; the agent's own voice is not among them. */
    private record Speaker(String voice, String pace) {}

    private static final List<Speaker> SPEAKERS = List.of(
            new Speaker("rms", "1.0"),
            new Speaker("awb", "1.0"),
            new Speaker("kal16", "1.0"),
            new Speaker("rms", "1.2"));

    private Voices() {}

    /** Returns the sentences of {@link #BOOKING}, in order, of each made-up caller. */
    static List<List<CallerSound>> booking(Path folder) throws IOException, InterruptedException {
        return spoken(folder, BOOKING);
    }

    /** Returns the sentences of {@link #QUESTIONS} of each made-up caller. */
    static List<List<CallerSound>> questions(Path folder) throws IOException, InterruptedException {
        return spoken(folder, QUESTIONS);
    }

    private static List<List<CallerSound>> spoken(Path folder, List<String> sentences)
            throws IOException, InterruptedException {
        List<List<CallerSound>> callers = new ArrayList<>();
        for (Speaker speaker : SPEAKERS) {
            List<CallerSound> sounds = new ArrayList<>();
            for (String sentence : sentences) {
                sounds.add(spoken(folder, speaker, sentence));
            }
            callers.add(sounds);
        }
        return callers;
    }

    private static CallerSound spoken(Path folder, Speaker speaker, String text)
            throws IOException, InterruptedException {
        String name = text.replace(' ', '-');
        Path file = folder.resolve(speaker.voice + "-" + speaker.pace + "-" + name + ".wav");
        Process flite = new ProcessBuilder(
                        "flite",
                        "-voice",
                        speaker.voice,
                        "--setf",
                        "duration_stretch=" + speaker.pace,
                        "-t",
                        text,
                        "-o",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!flite.waitFor(SPEAK_LIMIT_S, TimeUnit.SECONDS) || flite.exitValue() != 0) {
            flite.destroyForcibly();
            throw new IOException("flite could not speak '" + text + "'; check: flite -voice " + speaker.voice
                    + " -t hello -o /tmp/hello.wav");
        }
        return CallerSounds.read(speaker.voice + "/" + name, file);
    }
}
