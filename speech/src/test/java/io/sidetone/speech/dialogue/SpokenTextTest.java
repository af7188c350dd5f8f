package io.sidetone.speech.dialogue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is spoken of a model's text, however it is cut. */
class SpokenTextTest {
    private static final Set<String> ACTIONS = Set.of("slot", "look_up", "hang_up");
    private static final long SEED = 20_261_122;

    private static SpokenText filter() {
        return new SpokenText(ACTIONS, new AtomicBoolean());
    }

    private static String inPieces(SpokenText filter, String text, int most, Random random) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            int end = Math.min(text.length(), at + 1 + random.nextInt(most));
            out.append(filter.add(text.substring(at, end)));
            at = end;
        }
        return out.append(filter.end()).toString();
    }

    /** In the table {@code /} in double is a new line. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '²',
            textBlock =
                    """
        Plain text, a - b, 2 * 3 < 7. ¦ Plain text, a - b, 2 * 3 < 7.
        <think>no////* really</think>////Yes. ¦ Yes.
        A <think>b</think> c <thin d ¦ A c <thin d
        It is **very** *nice*. ¦ It is very nice.
        **Bold** start ¦ Bold start
        # Title//## Sub//Text ¦ Title//Sub//Text
        - one//- two//* three//\u2022 four ¦ one//two//three//four
        -5 degrees//#1 of all ¦ -5 degrees//#1 of all
        Say `hello`.//---//Bye ¦ Say hello.////Bye
        Ends with < ¦ Ends with <
        5 < 7 and <3 ¦ 5 < 7 and <3
        See [our page](https://example.com/a?b=1&c=(x)), please. ¦ See our page), please.
        See [our page][1] and [1]. ¦ See our page and .
        Look ![a map](map.png) here ¦ Look a map here
        Go to https://www.example.com/hours?x=1. Now. ¦ Go to example.com. Now.
        Or www.example.com/a or <https://example.org/b>, ¦ Or example.com or example.org,
        his house, who and why ¦ his house, who and why
        _every day_ nine to five \ud83d\ude0a\u2705. ¦ every day nine to five .
        __both__ and snake_case or a_b@c.de ¦ both and snake_case or a_b@c.de
        ~~old~~ new ~5 ¦ old new ~5
        \ud83c\udde9\ud83c\uddea 1\ufe0f\u20e3 Yes \ud83d\udc69\u200d\ud83d\udcbb! ¦ 1 Yes !
        20 \u00b0C \u00a9 \u00ae\u2122 \u20ac5 ¦ 20 \u00b0C \u00a9 \u00ae\u2122 \u20ac5
        | Day | Hours |//|---|:-:|//| Monday | nine |//Bye ¦ Day, Hours////Monday, nine//Bye
        Day | Hours//--- | ---//Monday | nine ¦ Day , Hours////Monday , nine
        > quoted//> twice ¦ quoted//twice
        ```json//text//```//Bye ¦ //text////Bye
        1. First//2. Second ¦ 1. First//2. Second
        5 \\* 3 and \\_this\\_ ¦ 5 * 3 and _this_
        Hello! Yes!! ¦ Hello! Yes!!
        A<br>b <b>c</b> <strong>d</strong><break time="1s"/> ¦ A b c d<break time="1s"/>
        <thinking>a</thinking>Yes. ¦ Yes.
        <reasoning_content>a</reasoning_content>Yes. ¦ Yes.
        <deliberate>a</deliberate><chain_of_thought>b</chain_of_thought>Yes. ¦ Yes.
        <|thinking|>a<|/thinking|>[think]b[/think]Yes. ¦ Yes.
        <plan>a</plan><internal>b</internal>Your card is [PRIVATE]. Your [PLAN] is [INTERNAL]. ¦ Your card is [PRIVATE]. Your [PLAN] is [INTERNAL].
        Tell me the [reason] now. ¦ Tell me the [reason] now.
        See [analysis](https://a.example/b) ¦ See analysis
        <answer>Yes.</answer> <final_answer lang="en">No.</final_answer> ¦ Yes. No.
        <a href="https://www.example.com/some/long/path/that/goes/on/for/more/than/a/tag/of/sixty/four">Our page</a> ¦ Our page
        1 <2 and 3> 2, List<1>, I <sigh/>say ¦ 1 <2 and 3> 2, List<1>, I say
        Smith &amp; Sons, 3 &lt; 5, it&#39;s&nbsp;so, AT&T; R&D ¦ Smith & Sons, 3 < 5, it's so, AT&T; R&D
        <speak>Wait<break time="1s"/><prosody rate="slow">now</prosody></speak> ¦ <speak>Wait<break time="1s"/><prosody rate="slow">now</prosody></speak>
        <THOUGHT>a</THOUGHT>Yes. ¦ Yes.
        <reasoning effort="low">a < b</reasoning> Yes. ¦ Yes.
        <seed:think>a</seed:think>Yes. ¦ Yes.
        [THINK]a [b](c) d[/THINK]Yes. ¦ Yes.
        \u25c1think\u25b7a\u25c1/think\u25b7Yes. ¦ Yes.
        <|begin_of_thought|>a<|end_of_thought|>Yes.<|im_end|> ¦ Yes.
        <|channel|>analysis<|message|>a. b<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|> ¦ Yes.
        The user wants hours. I should be short.</think>Nine to five. ¦ Nine to five.
        Der Nutzer fragt.//</think>////Um neun. ¦ Um neun.
        Hmm, what now</thinking> Yes. ¦ Yes.
        The user account is new. ¦ The user account is new.
        The appointment is at nine. ¦ The appointment is at nine.
        slot({"day":"Monday"}) ¦ ''
        functions.slot({"day":"Monday"}) ¦ ''
        One moment. functions.slot({"day":"a)b}"}) Thanks. ¦ One moment. Thanks.
        slot {"day":"Monday"} ¦ ''
        look_up() Done. ¦ Done.
        {"name": "slot", "arguments": {"day": "Monday"}} ¦ ''
        [{"name": "slot", "parameters": {"day": "Monday"}}] ¦ ''
        {"type":"function","function":{"name":"slot","arguments":"{}"}} ¦ ''
        <tool_call>{"name":"slot"}</tool_call>Yes. ¦ Yes.
        <function=slot>{"day":1}</function> ¦ ''
        [TOOL_CALLS][{"name":"slot"}] ¦ ''
        <|python_tag|>slot.call(day="a") ¦ ''
        ```json//{"name":"slot","arguments":{}}//``` ¦ //
        The slot (on Monday) is free, a slot. ¦ The slot (on Monday) is free, a slot.
        Functions like slots; tools. ¦ Functions like slots; tools.
        {"name":"other"} ¦ {"name":"other"}
        """)
    void shouldSpeakTheSameHoweverItIsCut(String written, String heard) {
        String text = written.replace("//", "\n").replace("https:\n", "https://");
        String spoken = heard.equals("''") ? "" : heard.replace("//", "\n");
        Random random = new Random(SEED);
        for (int round = 0; round < 200; round++) {
            assertThat(inPieces(filter(), text, round == 0 ? text.length() : 1 + random.nextInt(6), random))
                    .as("round %d", round)
                    .isEqualTo(spoken);
        }
    }

    @Test
    void shouldSpeakNothingOfReasoningThatDoesNotEnd() {
        assertThat(inPieces(filter(), "<think>never closed", 3, new Random(SEED)))
                .isEmpty();
        assertThat(inPieces(filter(), "", 3, new Random(SEED))).isEmpty();
    }

    @Test
    void shouldKnowThatACallWasWrittenAsText() {
        for (String text : new String[] {"slot({})", "{\"name\":\"slot\"}", "<tool_call>x", "slot({\"day\":"}) {
            SpokenText filter = filter();
            assertThat(filter.add(text) + filter.end()).isEmpty();
            assertThat(filter.called()).isTrue();
        }
        SpokenText plain = filter();
        assertThat(plain.add("The slot is free.") + plain.end()).isEqualTo("The slot is free.");
        assertThat(plain.called()).isFalse();
    }

    @Test
    void shouldWaitForTheEndOfReasoningOnceAnEngineWasSeenToEndItWithoutABeginning() {
        AtomicBoolean unmarked = new AtomicBoolean();
        SpokenText first = new SpokenText(ACTIONS, unmarked);
        assertThat(first.add("Opening hours are on the page.</think>Nine.") + first.end())
                .doesNotContain("think");
        SpokenText second = new SpokenText(ACTIONS, unmarked);
        assertThat(second.add("Closing hours are there, too.")).isEmpty();
        assertThat(second.add("</think>Five.")).isEqualTo("Five.");
        SpokenText third = new SpokenText(ACTIONS, unmarked);
        assertThat(third.add("Without any thought.") + third.end()).isEqualTo("Without any thought.");
    }

    @Test
    void shouldHoldNothingBackOfPlainText() {
        SpokenText filter = filter();
        assertThat(filter.add("Good")).isEqualTo("Good");
        assertThat(filter.add(" morning.")).isEqualTo(" morning.");
        assertThat(filter.end()).isEmpty();
    }

    @Test
    void shouldSpeakTheSameInOnePieceAndInManyWhateverTheText() {
        String[] parts = {
            "a",
            "h",
            "sl",
            "slot",
            "the user",
            " ",
            " ",
            "\n",
            "<",
            ">",
            "</think>",
            "<think>",
            "[",
            "]",
            "(",
            ")",
            "{",
            "}",
            "|",
            "-",
            "*",
            "_",
            "`",
            "#",
            "~",
            "!",
            "\\",
            "\"",
            "/",
            ":",
            ".",
            "1",
            "\ud83d",
            "\ude0a",
            "\u2705",
            "https://",
            "slot(",
            "```",
            "---"
        };
        Random random = new Random(SEED);
        for (int round = 0; round < 30_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(14); i >= 0; i--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            SpokenText whole = filter();
            String once = whole.add(text.toString()) + whole.end();
            assertThat(inPieces(filter(), text.toString(), 1 + random.nextInt(4), random))
                    .as("of %s", text.toString().replace("\n", "\\n"))
                    .isEqualTo(once);
        }
    }
}
