package io.sidetone.tools.softphone.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.tools.softphone.sound.CallerSound;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptParserTest {
    private static CallerSound sound(String path) throws IOException {
        if (path.startsWith("missing")) {
            throw new IOException("sound '" + path + "' cannot be read; name a readable WAV file");
        }
        return new CallerSound(path, new short[160]);
    }

    private static CallScript parse(String text) throws ScriptException {
        return ScriptParser.parse(text, new SoundSource() {
            @Override
            public CallerSound read(String path) throws IOException {
                return sound(path);
            }

            @Override
            public CallerSound say(String words) throws IOException {
                return sound("\"" + words + "\"");
            }
        });
    }

    @Test
    void shouldReadEveryKindOfLineWhenTheScriptIsRight() throws Exception {
        CallScript script = parse(
                """
                # asks, interrupts, books
                after-agent-turn: play hours please.wav
                talk+1000: say I would like to: book

                talk+1500:play stop.wav
                at 20000 : dtmf 12#
                on-reprompt: repeat
                after-agent-turn: hangup
                """);

        assertThat(script.repeatOnReprompt()).isTrue();
        assertThat(script.steps()).extracting(ScriptStep::line).containsExactly(2, 3, 5, 6, 8);
        assertThat(script.steps())
                .extracting(ScriptStep::trigger)
                .containsExactly(
                        new Trigger.AfterAgentTurn(),
                        new Trigger.AfterTalkStart(1000),
                        new Trigger.AfterTalkStart(1500),
                        new Trigger.At(20_000),
                        new Trigger.AfterAgentTurn());
        assertThat(script.steps().get(0).action()).isInstanceOfSatisfying(CallerAction.Play.class, play -> assertThat(
                        play.sound().file())
                .isEqualTo("hours please.wav"));
        assertThat(script.steps().get(1).action()).isInstanceOfSatisfying(CallerAction.Play.class, play -> assertThat(
                        play.sound().file())
                .isEqualTo("\"I would like to: book\""));
        assertThat(script.steps().get(3).action()).isEqualTo(new CallerAction.Dial("12#"));
        assertThat(script.steps().get(4).action()).isEqualTo(new CallerAction.HangUp());
    }

    @Test
    void shouldNotRepeatWhenTheScriptDoesNotSaySo() throws Exception {
        assertThat(parse("at 0: hangup").repeatOnReprompt()).isFalse();
    }

    @Test
    void shouldNameEveryWrongLineWhenSeveralAreWrong() {
        ScriptException e = catchThrowableOfType(
                ScriptException.class,
                () -> parse(
                        """
                after-agent-turn play a.wav
                after-agent-turn: sing
                at 1.5s: hangup
                after-agent-turn: play missing.wav
                on-reprompt: shout
                """));

        assertThat(e.problems())
                .extracting(Object::toString)
                .containsExactly(
                        "line 1: 'after-agent-turn play a.wav' has no colon; write CONDITION: ACTION",
                        "line 2: action 'sing' is unknown; write say TEXT, play WAV, dtmf DIGITS or hangup",
                        "line 3: at takes whole milliseconds from 0 to 600000, not '1.5s'; write for example at 1500",
                        "line 4: sound 'missing.wav' cannot be read; name a readable WAV file",
                        "line 5: on-reprompt does not know 'shout'; write on-reprompt: repeat");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | line 1: the script does nothing; write at least one line such as 'after-agent-turn: hangup'",
                "soon: hangup | line 1: condition 'soon' is unknown; write after-agent-turn, at MS, talk+MS or on-reprompt",
                "talk+-3: hangup | line 1: talk+ takes whole milliseconds from 0 to 600000, not '-3'; write for example talk+1500",
                "at 600001: hangup | line 1: at takes whole milliseconds from 0 to 600000, not '600001'; write for example at 1500",
                "at 0: say | line 1: say takes 1 to 1000 characters; write say WORDS",
                "at 0: play | line 1: play names no sound; write play FILE.wav",
                "at 0: dtmf 1 2 | line 1: dtmf takes 1 to 64 keys of 0-9 * # A-D without spaces, not '1 2'; write for example dtmf 12#",
                "at 0: dtmf | line 1: dtmf takes 1 to 64 keys of 0-9 * # A-D without spaces, not ''; write for example dtmf 12#"
            })
    void shouldSayWhatToWriteWhenALineIsWrong(String line, String problem) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOfSatisfying(ScriptException.class, e -> assertThat(e.problems())
                        .extracting(Object::toString)
                        .containsExactly(problem));
    }

    @Test
    void shouldRefuseLinesThatCanNeverRunWhenTheyStandAfterTheHangup() {
        assertThatThrownBy(() -> parse("at 0: hangup\nat 1: hangup\non-reprompt: repeat\non-reprompt: repeat"))
                .isInstanceOfSatisfying(ScriptException.class, e -> assertThat(e.problems())
                        .extracting(Object::toString)
                        .containsExactly(
                                "line 2: nothing runs after the hangup of line 1; take one of them out",
                                "line 4: on-reprompt stands here a second time; once is enough for the whole script"));
    }

    @Test
    void shouldShowNoControlCharactersWhenTheScriptHoldsSome() {
        assertThatThrownBy(() -> parse("so\u001b[31mon: hangup"))
                .isInstanceOfSatisfying(
                        ScriptException.class,
                        e -> assertThat(e.problems().get(0).text()).startsWith("condition 'so?[31mon'"));
    }
}
