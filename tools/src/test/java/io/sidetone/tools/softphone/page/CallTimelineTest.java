package io.sidetone.tools.softphone.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.softphone.SampleCall;
import io.sidetone.tools.softphone.page.TimelineDocument.Span;
import io.sidetone.tools.softphone.report.TextReport.Line;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallTimelineTest {
    @Test
    void shouldPutTheServersWordsWhereTheyWereSpokenWhenItTellsThem() {
        CallTimeline score = CallTimeline.of(SampleCall.completed(), Optional.of(SampleCall.server()));

        assertThat(score.spans())
                .containsExactly(
                        Span.agent(100, 2_000, "Hello <there>.", false),
                        Span.caller(2_700, 3_700, "what are your opening hours"),
                        Span.agent(4_500, 6_150, "From Monday to", true),
                        Span.caller(6_000, 7_200, "i would like to book an appointment"),
                        Span.agent(8_000, 18_000, "Which day would you like?", false),
                        Span.caller(18_500, 18_700, "keys 5"),
                        Span.state(-40, 60, "CONNECTING"),
                        Span.state(60, 2_900, "SPEAKING"),
                        Span.state(2_900, 20_000, "LISTENING"),
                        Span.pause(6_140, 6_240, "the turn ended"),
                        Span.interruption(6_000, 6_150),
                        Span.answer(3_700, 4_500),
                        Span.answer(7_200, 8_000));
    }

    @Test
    void shouldShowTheSoundsWhenNoServerWasAsked() {
        CallTimeline score = CallTimeline.of(SampleCall.completed(), Optional.empty());

        assertThat(score.spans().stream()
                        .filter(span -> !span.text().isEmpty() || span.lane().equals("agent")))
                .extracting(Span::text)
                .containsExactly("", "hours.wav", "", "book.wav", "", "keys 5");
        assertThat(score.lane("state")).isEmpty();
        assertThat(score.rows()).last().extracting(Line::text).isEqualTo("ended by the caller");
    }

    @Test
    void shouldTellEverythingInTheTableWhenItWasDrawn() {
        CallTimeline score = CallTimeline.of(SampleCall.completed(), Optional.of(SampleCall.server()));

        assertThat(score.rows()).isSortedAccordingTo((a, b) -> Double.compare(a.startMs(), b.startMs()));
        assertThat(score.rows())
                .extracting(Line::text)
                .contains("From Monday to – cut short", "action: book_appointment -> ok")
                .noneMatch(what -> what.startsWith("partial"));
    }
}
