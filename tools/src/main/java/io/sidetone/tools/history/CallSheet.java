package io.sidetone.tools.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** One call as text: facts, conversation, answers, actions, sound, and its SIP messages on request. */
public final class CallSheet {
    private final JsonNode call;
    private final Instant start;
    private final List<String> lines = new ArrayList<>();

    private CallSheet(JsonNode call) {
        this.call = call;
        this.start = Shown.instant(call, "/startedAt", "/entry/startedAt");
    }

    /**
     * Returns the lines of {@code call}, a document of {@code GET /api/calls/ID}; what it lacks is left out.
     *
     * @param zone of its start; other times are counted from there, in minutes and seconds
     * @param sip whether its SIP messages are shown
     */
    public static List<String> of(JsonNode call, ZoneId zone, boolean sip) {
        CallSheet sheet = new CallSheet(call);
        sheet.facts(zone);
        sheet.section("Conversation", "/history", sheet::said);
        sheet.section("Answers", "/answers", sheet::answer);
        sheet.section("Actions", "/actions", sheet::action);
        sheet.sound();
        if (sip) {
            sheet.section("SIP in seconds: ──▶ from us, ◀── from the peer", "/sip", sheet::message);
        }
        return sheet.lines;
    }

    private void section(String title, String pointer, Function<JsonNode, String> line) {
        if (!call.at(pointer).isEmpty()) {
            lines.add("");
            lines.add(title);
            call.at(pointer).forEach(item -> lines.add("  " + line.apply(item)));
        }
    }

    private void fact(String name, String value) {
        if (!value.isBlank()) {
            lines.add(String.format(Locale.ROOT, "%-9s %s", name, value.strip()));
        }
    }

    private String text(String... pointers) {
        return Shown.text(call, pointers);
    }

    private void facts(ZoneId zone) {
        fact("call", text("/callId", "/entry/callId"));
        fact("state", text("/entry/state", "/state").toLowerCase(Locale.ROOT));
        fact("way", text("/entry/direction", "/origin/direction", "/direction"));
        fact("from", text("/from", "/entry/from"));
        fact("to", text("/to", "/entry/to"));
        fact("agent", text("/agent", "/entry/agent"));
        fact("trunk", text("/entry/trunk", "/origin/trunk", "/trunk"));
        fact("peer", text("/origin/peer", "/sip/0/peer"));
        fact("started", Shown.local(start, zone));
        fact("length", Shown.length(Shown.number(call, "/entry/durationMs", "/durationMs", "/ageMs")));
        String status = text("/entry/status", "/end/sipStatus", "/status");
        String cause = Shown.after(", ", text("/end/cause", "/entry/cause", "/cause"));
        fact("end", text("/end/reason", "/entry/reason", "/reason") + cause + Shown.after(", SIP ", status));
        fact("attempts", text("/entry/attempts", "/attempts"));
        List<String> cost = new ArrayList<>();
        (call.path("cost").isEmpty() ? call.at("/entry/cost") : call.path("cost"))
                .properties()
                .forEach(each -> cost.add(Shown.text(each.getValue(), "") + " " + each.getKey()));
        fact("cost", String.join(", ", cost));
        fact("node", text("/entry/node", "/node"));
    }

    private String said(JsonNode item) {
        String heard = Shown.text(item, "/text");
        String intended = Shown.text(item, "/intended");
        String unheard = intended.startsWith(heard) ? intended.substring(heard.length()) : intended;
        boolean cut = item.path("interrupted").asBoolean();
        return column(Shown.offset(start, begun(item)))
                + String.format("%-10s", Shown.text(item, "/role"))
                + heard
                + Shown.after(" ┃ not heard: ", unheard.strip())
                + (cut ? " ┃ interrupted " + Shown.offset(start, Shown.instant(item, "/interruptedAt")) : "");
    }

    /** Returns when an utterance began: as it says, as its answer or the timeline says, as the first turn; else null. */
    private Instant begun(JsonNode item) {
        Instant said = Shown.instant(item, "/startedAt", "/at");
        if (said != null || start == null) {
            return said;
        }
        for (JsonNode answer : call.path("answers")) {
            Instant asked = Shown.instant(answer, "/speechEndedAt");
            if (asked != null && answer.path("utteranceId").equals(item.path("utteranceId"))) {
                return asked.plusMillis(Math.max(0, Shown.number(answer, "/audioMs")));
            }
        }
        for (JsonNode line : call.path("timeline")) {
            if (line.path("kind").asText().equals("transcript")
                    && line.path("text").equals(item.path("text"))) {
                return start.plusMillis(line.path("atMs").asLong());
            }
        }
        return item.equals(call.at("/history/0")) ? Shown.instant(call, "/turns/0/startedAt") : null;
    }

    private String answer(JsonNode item) {
        StringBuilder stages = new StringBuilder();
        item.properties().forEach(field -> {
            if (field.getKey().endsWith("Ms") && field.getValue().isNumber()) {
                stages.append(", ")
                        .append(field.getKey(), 0, field.getKey().length() - 2)
                        .append(' ');
                stages.append(field.getValue().asLong());
            }
        });
        return column(Shown.offset(start, Shown.instant(item, "/speechEndedAt")))
                + Shown.text(item, "/audioMs") + " ms" + Shown.after(", slowest ", Shown.text(item, "/slowest"))
                + Shown.after(", turn ended by ", Shown.text(item, "/endedBy")) + stages;
    }

    private String action(JsonNode item) {
        Instant wanted = Shown.instant(item, "/wantedAt");
        Instant ended = Shown.instant(item, "/endedAt");
        return column(Shown.offset(start, wanted)) + Shown.text(item, "/action") + " " + Shown.text(item, "/code")
                + (wanted == null || ended == null
                        ? ""
                        : " " + Duration.between(wanted, ended).toMillis() + " ms");
    }

    private void sound() {
        if (Shown.number(call, "/metrics/packetsIn") >= 0) {
            lines.add("");
            lines.add("Sound" + Shown.after(" ", text("/media/codec")) + Shown.after(" ", text("/media/srtp")));
            lines.add("  caller here: " + quality("packetsLost", "jitterMs", "mos"));
            lines.add("  agent there: " + quality("farLost", "farJitterMs", "farMos"));
        }
    }

    private String quality(String lost, String jitterMs, String mos) {
        JsonNode metrics = call.path("metrics");
        return metrics.path(mos).asDouble(-1) < 0
                ? "not reported"
                : String.format(
                        Locale.ROOT,
                        "MOS %.1f, %d packets lost, jitter %.0f ms",
                        metrics.path(mos).asDouble(),
                        metrics.path(lost).asLong(),
                        metrics.path(jitterMs).asDouble());
    }

    private String message(JsonNode item) {
        Instant first = Shown.instant(call, "/sip/0/at");
        Instant at = Shown.instant(item, "/at");
        double afterS =
                first == null || at == null ? 0 : Duration.between(first, at).toMillis() / 1e3;
        return String.format(Locale.ROOT, "%+9.3f  ", afterS)
                + (Shown.text(item, "/direction").equals("out") ? "──▶ " : "◀── ")
                + Shown.text(item, "/summary");
    }

    private static String column(String time) {
        return String.format("%-9s", time);
    }
}
