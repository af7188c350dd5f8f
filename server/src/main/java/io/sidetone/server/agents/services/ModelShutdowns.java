package io.sidetone.server.agents.services;

import io.sidetone.speech.chat.ChatProvider;
import io.sidetone.speech.openai.voice.OpenAiVoiceSettings;
import io.sidetone.speech.realtime.RealtimeSettings;
import io.sidetone.speech.transcription.TranscriptionSettings;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Announced ends of models. A dated snapshot ends with its model. */
final class ModelShutdowns {
    /** The day on which the services' announcements were last read. */
    static final LocalDate CHECKED = LocalDate.of(2026, 11, 22);

    private static final Pattern SNAPSHOT = Pattern.compile("-(20\\d{2}-?\\d{2}-?\\d{2}|00\\d)$");
    private static final LocalDate GPT_5 = LocalDate.of(2026, 12, 11);
    private static final LocalDate SPEECH = LocalDate.of(2027, 1, 6);
    private static final LocalDate GPT_4 = LocalDate.of(2027, 1, 14);
    private static final LocalDate REALTIME = LocalDate.of(2027, 1, 20);
    private static final LocalDate TRANSCRIPTION = LocalDate.of(2027, 2, 26);
    private static final LocalDate GEMINI_2_5 = LocalDate.of(2026, 12, 1);

    /** Models of the service itself; another service may offer a model of the same name. */
    private static final List<End> OPENAI = List.of(
            new End("gpt-5", GPT_5, ChatProvider.OPENAI.model()),
            new End("gpt-5-mini", GPT_5, ChatProvider.OPENAI.model()),
            new End("gpt-5-nano", GPT_5, ChatProvider.OPENAI.model()),
            new End("gpt-4o-mini-tts", SPEECH, ""),
            new End("tts-1", SPEECH, ""),
            new End("tts-1-hd", SPEECH, ""),
            new End("gpt-4.1", GPT_4, ChatProvider.OPENAI.model()),
            new End("gpt-4.1-mini", GPT_4, ChatProvider.OPENAI.model()),
            new End("gpt-4o", GPT_4, ChatProvider.OPENAI.model()),
            new End("gpt-4o-mini", GPT_4, ChatProvider.OPENAI.model()),
            new End("gpt-realtime", REALTIME, RealtimeSettings.OPENAI_MODEL),
            new End("gpt-realtime-mini", REALTIME, RealtimeSettings.OPENAI_MODEL + "-mini"),
            new End("gpt-4o-mini-transcribe", TRANSCRIPTION, TranscriptionSettings.MODEL),
            new End("gpt-4o-transcribe", TRANSCRIPTION, TranscriptionSettings.MODEL),
            new End("whisper-1", TRANSCRIPTION, TranscriptionSettings.MODEL));

    private static final List<End> GEMINI = List.of(
            new End("gemini-2.5-flash", GEMINI_2_5, ChatProvider.GEMINI.model()),
            new End("gemini-2.5-pro", GEMINI_2_5, "gemini-3.8-flash"));

    private ModelShutdowns() {}

    /**
     * The end of one model.
     *
     * @param model its name, without the date of a snapshot
     * @param on the first day on which the model is gone
     * @param successor the service's recommended replacement behind the same interface; empty without one
     */
    record End(String model, LocalDate on, String successor) {}

    /** Returns all known ends, for the page that lists them. */
    static List<End> all() {
        return java.util.stream.Stream.concat(OPENAI.stream(), GEMINI.stream()).toList();
    }

    /** Returns the announced end of {@code model} of {@code service} itself. */
    static Optional<End> of(ChatProvider service, String model) {
        String name = SNAPSHOT.matcher(model.replaceFirst("^models/", "")).replaceFirst("");
        List<End> known =
                switch (service) {
                    case OPENAI -> OPENAI;
                    case GEMINI -> GEMINI;
                    case ANTHROPIC -> List.of();
                };
        return known.stream().filter(end -> end.model().equals(name)).findFirst();
    }

    /**
     * Describes for people what ends and when.
     *
     * @param key configuration key of the model
     * @param on the end that the service announces, which is newer than the end known here
     */
    static String words(String key, String model, LocalDate on, String successor, LocalDate today) {
        long days = ChronoUnit.DAYS.between(today, on);
        String when = days > 0
                ? "is switched off on " + on + " (in " + days + (days == 1 ? " day" : " days") + ")"
                : "was switched off on " + on;
        String remedy = !successor.isEmpty()
                ? "set " + key + " to " + successor
                : model.equals(OpenAiVoiceSettings.MODEL) || model.startsWith("tts-1")
                        ? "OpenAI names no other for this interface; use a voice of another type, or a server of your own"
                                + " that speaks it (docs/engines.md)"
                        : "set " + key + " to another model";
        return model + " " + when + "; " + remedy;
    }
}
