package io.sidetone.tools.softphone.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.tools.softphone.SampleCall;
import java.util.Optional;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class CallTimelineTest {
    @Test
    void shouldPutTheServersWordsWhereTheyWereSpokenWhenItTellsThem() {
        CallTimeline score = CallTimeline.of(SampleCall.completed(), Optional.of(SampleCall.server()));

        assertThat(score.speeches())
                .extracting(
                        CallTimeline.Speech::who, CallTimeline.Speech::fromMs, CallTimeline.Speech::text, s -> s.cut())
                .containsExactly(
                        tuple(CallTimeline.Who.AGENT, 100, "Hello <there>.", false),
                        tuple(CallTimeline.Who.CALLER, 2_700, "what are your opening hours", false),
                        tuple(CallTimeline.Who.AGENT, 4_500, "From Monday to", true),
                        tuple(CallTimeline.Who.CALLER, 6_000, "i would like to book an appointment", false),
                        tuple(CallTimeline.Who.AGENT, 8_000, "Which day would you like?", false),
                        tuple(CallTimeline.Who.CALLER, 18_500, "keys 5", false));
        assertThat(score.states())
                .containsExactly(
                        new CallTimeline.State(-40, 60, "CONNECTING"),
                        new CallTimeline.State(60, 2_900, "SPEAKING"),
                        new CallTimeline.State(2_900, 20_000, "LISTENING"));
        assertThat(score.interruptions()).containsExactly(new CallTimeline.Gap(6_000, 6_150));
        assertThat(score.answers())
                .containsExactly(new CallTimeline.Gap(3_700, 4_500), new CallTimeline.Gap(7_200, 8_000));
    }

    @Test
    void shouldShowTheSoundsWhenNoServerWasAsked() {
        CallTimeline score = CallTimeline.of(SampleCall.completed(), Optional.empty());

        assertThat(score.speeches())
                .extracting(CallTimeline.Speech::text)
                .containsExactly("", "hours.wav", "", "book.wav", "", "keys 5");
        assertThat(score.states()).isEmpty();
        assertThat(score.rows()).last().extracting(TimelineDocument.Row::text).isEqualTo("ended by the caller");
    }

    @Test
    void shouldTellEverythingInTheTableWhenItWasDrawn() {
        CallTimeline score = CallTimeline.of(SampleCall.completed(), Optional.of(SampleCall.server()));

        assertThat(score.rows()).isSortedAccordingTo((a, b) -> Double.compare(a.startMs(), b.startMs()));
        assertThat(score.rows())
                .extracting(TimelineDocument.Row::text)
                .contains("From Monday to – cut short", "action: book_appointment -> ok")
                .noneMatch(what -> what.startsWith("partial"));
    }

    private static Tuple tuple(CallTimeline.Who who, double fromMs, String text, boolean cut) {
        return Tuple.tuple(who, fromMs, text, cut);
    }
}
