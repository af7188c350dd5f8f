package io.sidetone.tools.softphone.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A call as the server saw it.
 *
 * @param callId the server's id
 * @param agent name of the agent that answered
 * @param startedAt when, in ISO 8601
 * @param answeredAtMs when the server sent its 200, on the clock of the timeline; empty when the dialog does not
 *     contain it
 * @param ended whether the call has ended
 * @param timeline events, in order
 * @param history utterances, as they were heard
 * @param metrics numbers by name
 * @param sip messages of the dialog, one line each
 * @param answers the stages of each answer, as the API gives them
 */
public record ServerCall(
        String callId,
        String agent,
        String startedAt,
        OptionalLong answeredAtMs,
        boolean ended,
        List<Event> timeline,
        List<Utterance> history,
        Map<String, Number> metrics,
        List<String> sip,
        List<JsonNode> answers) {
    /** An event, {@code atMs} after the server admitted the call. */
    public record Event(long atMs, String kind, String text) {}

    /** An utterance of {@code user}, {@code assistant} or {@code system}. */
    public record Utterance(String role, String text, boolean interrupted) {}

    /** Reads the answer of {@code /api/calls/ID}; missing fields become empty. */
    public static ServerCall of(JsonNode json) {
        List<Event> timeline = new ArrayList<>();
        for (JsonNode event : json.path("timeline")) {
            timeline.add(new Event(
                    event.path("atMs").asLong(),
                    event.path("kind").asText(),
                    event.path("text").asText()));
        }
        List<Utterance> history = new ArrayList<>();
        for (JsonNode said : json.path("history")) {
            history.add(new Utterance(
                    said.path("role").asText(),
                    said.path("text").asText(),
                    said.path("interrupted").asBoolean()));
        }
        Map<String, Number> metrics = new LinkedHashMap<>();
        json.path("metrics").properties().forEach(field -> {
            if (field.getValue().isNumber()) {
                metrics.put(field.getKey(), field.getValue().numberValue());
            }
        });
        List<String> sip = new ArrayList<>();
        for (JsonNode message : json.path("sip")) {
            sip.add(message.path("direction").asText() + " "
                    + message.path("summary").asText());
        }
        List<JsonNode> answers = new ArrayList<>();
        json.path("answers").forEach(answers::add);
        return new ServerCall(
                json.path("callId").asText(),
                json.path("agent").asText(),
                json.path("startedAt").asText(),
                answeredAtMs(json),
                json.has("end"),
                timeline,
                history,
                metrics,
                sip,
                answers);
    }

    private static OptionalLong answeredAtMs(JsonNode json) {
        for (JsonNode message : json.path("sip")) {
            String summary = message.path("summary").asText();
            boolean answer = message.path("direction").asText().equals("out")
                    && summary.startsWith("200 ")
                    && summary.contains("INVITE");
            if (answer) {
                try {
                    Instant started = Instant.parse(json.path("startedAt").asText());
                    Instant answered = Instant.parse(message.path("at").asText());
                    return OptionalLong.of(Duration.between(started, answered).toMillis());
                } catch (DateTimeParseException e) {
                    return OptionalLong.empty();
                }
            }
        }
        return OptionalLong.empty();
    }

    /**
     * Returns the zero of the server's clock, in milliseconds since the answer on the caller's clock. It assumes that
     * the 200 took no time on the wire. Without a 200 it assumes that the INVITE was admitted when it was sent.
     */
    public double zeroMs(double answerMs) {
        return answeredAtMs.isPresent() ? -answeredAtMs.getAsLong() : -answerMs;
    }

    /** Returns the number {@code name}, 0 when the server does not give it. */
    public long metric(String name) {
        Number value = metrics.get(name);
        return value == null ? 0 : value.longValue();
    }
}
