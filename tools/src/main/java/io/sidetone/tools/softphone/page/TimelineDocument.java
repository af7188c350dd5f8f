package io.sidetone.tools.softphone.page;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.sidetone.tools.softphone.report.TextReport;
import java.util.List;
import java.util.Locale;

/**
 * The timeline of a call, as the page reads it: Jackson writes these records as they stand. Times are milliseconds on one clock;
 * what is null is left out.
 *
 * @param version of this form; a page draws the version that was written with it
 * @param heading what stands above
 * @param fromMs where the recording begins
 * @param toMs where it ends
 * @param figures the call in a few figures
 * @param spans what lasted, each lane in order
 * @param levels both voices
 * @param measurements lines of measurements
 * @param server what the server counted; null when it was not asked
 * @param turns turns of the call; null when they are not known
 * @param rows everything in words, in order
 * @param sound recording as a data URI; null when the call is too long
 * @param silence why there is no sound; null when there is
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TimelineDocument(
        int version,
        @JsonUnwrapped Heading heading,
        double fromMs,
        double toMs,
        List<Figure> figures,
        List<Span> spans,
        VoiceLevels levels,
        Measurements measurements,
        Server server,
        List<Turn> turns,
        List<TextReport.Line> rows,
        String sound,
        String silence) {
    static final int VERSION = 1;

    /**
     * Text above the drawing.
     *
     * @param title heading
     * @param lead line below it
     * @param zero what time is counted from
     * @param interruptionMeaning what the mark of an interruption means
     */
    record Heading(String title, String lead, String zero, String interruptionMeaning) {}

    /** A figure with its unit or name. */
    record Figure(String what, String value) {}

    /**
     * Something that lasted.
     *
     * @param lane caller, agent, state, pause, interruption or answer
     * @param kind what it was: speech or cut for voices, the state's name in lower case
     * @param text words, name or end; empty when there is none
     */
    record Span(String lane, double startMs, double endMs, String kind, String text) {
        /** The caller said {@code text}, or pressed keys. */
        static Span caller(double fromMs, double toMs, String text) {
            return new Span("caller", fromMs, toMs, "speech", text);
        }

        /** The agent said {@code text}. */
        static Span agent(double fromMs, double toMs, String text, boolean cut) {
            return new Span("agent", fromMs, toMs, cut ? "cut" : "speech", text);
        }

        /** The floor was in the state {@code name}. */
        static Span state(double fromMs, double toMs, String name) {
            return new Span("state", fromMs, toMs, name.toLowerCase(Locale.ROOT), name);
        }

        /** The agent paused; {@code end} says how that went on. */
        static Span pause(double fromMs, double toMs, String end) {
            return new Span("pause", fromMs, toMs, "pause", end);
        }

        /** From the caller's onset to the agent's last packet. */
        static Span interruption(double fromMs, double toMs) {
            return new Span("interruption", fromMs, toMs, "interruption", "");
        }

        /** From the caller's end to the agent's first packet. */
        static Span answer(double fromMs, double toMs) {
            return new Span("answer", fromMs, toMs, "answer", "");
        }

        /** Returns whether it was cut short. */
        @JsonIgnore
        boolean cut() {
            return kind.equals("cut");
        }
    }

    /** Measurements below a heading, one a line. */
    record Measurements(String heading, List<String> lines) {}

    /** Counts of the server, the messages of the SIP dialog, and the stages of answers as the API gives them. */
    record Server(List<Metric> metrics, List<String> sip, List<JsonNode> answers) {}

    /** A number by name. */
    record Metric(String name, Number value) {}

    /** A turn; {@code endMs} is null while it is open, the interruption's fields when there was none. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Turn(
            String id,
            String role,
            double startMs,
            Double endMs,
            String policy,
            String interruptedBy,
            Long latencyMs,
            String text) {}
}
