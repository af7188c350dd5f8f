package io.sidetone.tools.softphone.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sidetone.audio.wav.Wav;
import io.sidetone.audio.wav.WavWriter;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.file.LineFaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts of calls in both languages: scenario files, and lines as they were written before. */
class ScriptFileTest {
    @TempDir
    private Path folder;

    private final List<String> notices = new ArrayList<>();

    @BeforeEach
    void haveSounds() throws IOException {
        for (String sound : List.of("hours please.wav", "stop.wav")) {
            Files.write(folder.resolve(sound), WavWriter.toBytes(Wav.mono(8_000, new short[160])));
        }
    }

    private CallScript read(String text) throws IOException, ScriptException {
        return ScriptFile.read(Files.writeString(folder.resolve("script"), text), 8_000, notices::add);
    }

    private List<String> problems(String text) {
        return catchThrowableOfType(ScriptException.class, () -> read(text)).problems();
    }

    private static List<CallerStep> steps(String text) {
        List<String> problems = new ArrayList<>();
        List<CallerStep> steps = new LineScript(text, (line, problem) -> problems.add(problem)).steps();
        assertThat(problems).isEmpty();
        return steps;
    }

    private static String file(ScriptStep step) {
        return ((CallerAction.Play) step.action()).sound().file();
    }

    @Test
    void shouldReadTheStepsOfAScenario() throws Exception {
        CallScript script = read(
                """
                scenarios:
                  books:
                    on-reprompt: repeat
                    line: {loss: 2, noise: -50}
                    caller:
                      - play: hours please.wav
                      - play: stop.wav
                        into-answer: 1500ms
                      - digits: 12#
                        at: 20s
                      - silence: 1s
                      - hang-up: true
                """);

        assertThat(script.repeatOnReprompt()).isTrue();
        assertThat(script.line()).isEqualTo(new LineFaults(2, -50));
        assertThat(script.steps()).extracting(ScriptStep::line).containsExactly(6, 7, 9, 11, 12);
        assertThat(script.steps())
                .extracting(ScriptStep::trigger)
                .containsExactly(
                        new Trigger.AfterAgentTurn(),
                        new Trigger.AfterTalkStart(1500),
                        new Trigger.At(20_000),
                        new Trigger.AfterAgentTurn(),
                        new Trigger.At(0));
        assertThat(file(script.steps().get(0))).isEqualTo("hours please.wav");
        assertThat(script.steps().get(2).action()).isEqualTo(new CallerAction.Dial("12#"));
        assertThat(script.steps().get(4).action()).isEqualTo(new CallerAction.HangUp());
        assertThat(notices).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# a comment\n\nscenarios: {a: {caller: [{digits: \"5\"}]}}",
                "{\"scenarios\": {\"a\": {\"caller\": [{\"digits\": \"5\"}]}}}",
                "agent: desk\r\nscenarios:\r\n  a:\r\n    caller:\r\n      - digits: \"5\"\r\n"
            })
    void shouldKnowAScenarioHoweverItIsWritten(String text) throws Exception {
        assertThat(read(text).steps()).extracting(ScriptStep::action).containsExactly(new CallerAction.Dial("5"));
        assertThat(notices).isEmpty();
    }

    @Test
    void shouldNameWhatIsWrongInAScenario() {
        assertThat(problems("scenarios: {a: {caller: [{dance: x, hang-up: true}]}}"))
                .singleElement()
                .asString()
                .contains("scenarios.a.caller[0].dance", "is not a known key", "(line 1)");
        assertThat(problems("scenarios: {a: {caller: ["))
                .singleElement()
                .asString()
                .startsWith("line 1, column 26: is not YAML");
        assertThat(problems("scenarios: {a: {caller: [{digits: \"1\"}]}, b: {caller: [{digits: \"2\"}]}}"))
                .containsExactly("scenarios: has 2 scenarios, of which a call plays one; leave one in the file");
        assertThat(problems("scenarios: {a: {persona: {engine: e, is: Somebody}}}"))
                .containsExactly("scenarios.a.persona: is played by test alone; write the steps of caller");
        assertThat(problems("scenarios: {a: {caller: [{digits: \"1\", at: 1s, into-answer: 1s}]}}"))
                .singleElement()
                .asString()
                .contains("caller[0].at: stands beside into-answer");
    }

    @Test
    void shouldNameTheLineOfASoundThatIsNone() throws Exception {
        Files.writeString(folder.resolve("none.wav"), "no sound");
        assertThat(problems("scenarios:\n  a:\n    caller:\n      - play: none.wav\n"))
                .singleElement()
                .asString()
                .startsWith("line 4: sound 'none.wav': ");
    }

    @Test
    void shouldReadEveryKindOfLineWhenTheScriptIsRight() {
        assertThat(
                        steps(
                                """
                # asks, interrupts, books
                after-agent-turn: play hours please.wav
                talk+1000: say I would like to: book

                talk+1500:play stop.wav
                at 20000 : dtmf 12#
                on-reprompt: repeat
                after-agent-turn: hangup
                """))
                .containsExactly(
                        CallerStep.of(Map.of("play", "hours please.wav")),
                        CallerStep.of(Map.of("say", "I would like to: book", "into-answer", "1000ms")),
                        CallerStep.of(Map.of("play", "stop.wav", "into-answer", "1500ms")),
                        CallerStep.of(Map.of("digits", "12#", "at", "20000ms")),
                        CallerStep.of(Map.of("hang-up", "true")));
        assertThat(steps("talk+1500: hangup").get(0).intoAnswer()).contains(Duration.ofMillis(1500));
    }

    @Test
    void shouldSayHowLinesAreWrittenNowAndReadThatAlike() throws Exception {
        CallScript lines = read(
                """
                on-reprompt: repeat

                after-agent-turn: play hours please.wav
                talk+1500: dtmf 12#
                at 20000: hangup
                """);
        assertThat(lines.steps()).extracting(ScriptStep::line).containsExactly(3, 4, 5);
        String prefix = folder.resolve("script")
                + " is written in lines, which are read for one release more; write a scenario file: ";
        assertThat(notices).singleElement().asString().startsWith(prefix);

        CallScript scenario = read(notices.remove(0).substring(prefix.length()));

        assertThat(notices).isEmpty();
        assertThat(scenario.repeatOnReprompt()).isTrue();
        assertThat(scenario.steps())
                .extracting(ScriptStep::trigger)
                .containsExactlyElementsOf(
                        lines.steps().stream().map(ScriptStep::trigger).toList());
        assertThat(file(scenario.steps().get(0))).isEqualTo(file(lines.steps().get(0)));
        assertThat(scenario.steps().get(1).action())
                .isEqualTo(lines.steps().get(1).action());
        assertThat(scenario.steps().get(2).action()).isEqualTo(new CallerAction.HangUp());
    }

    @Test
    void shouldNotRepeatWhenTheScriptDoesNotSaySo() throws Exception {
        assertThat(read("at 0: hangup").repeatOnReprompt()).isFalse();
    }

    @Test
    void shouldNameEveryWrongLineWhenSeveralAreWrong() {
        assertThat(
                        problems(
                                """
                after-agent-turn play a.wav
                after-agent-turn: sing
                at 1.5s: hangup
                soon: play missing.wav
                on-reprompt: shout
                """))
                .containsExactly(
                        "line 1: 'after-agent-turn play a.wav' has no colon; write CONDITION: ACTION",
                        "line 2: action 'sing' is unknown; write say TEXT, play WAV, dtmf DIGITS or hangup",
                        "line 3: at takes whole milliseconds from 0 to 600000, not '1.5s'; write for example at 1500",
                        "line 4: condition 'soon' is unknown; write after-agent-turn, at MS, talk+MS or on-reprompt",
                        "line 4: sound 'missing.wav' cannot be read at " + folder.resolve("missing.wav")
                                + "; name a readable WAV file",
                        "line 5: on-reprompt does not know 'shout'; write on-reprompt: repeat");
        assertThat(notices).isEmpty();
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
        assertThat(problems(line)).containsExactly(problem);
    }

    @Test
    void shouldRefuseLinesThatCanNeverRunWhenTheyStandAfterTheHangup() {
        assertThat(problems("at 0: hangup\nat 1: hangup\non-reprompt: repeat\non-reprompt: repeat"))
                .containsExactly(
                        "line 2: nothing runs after the hangup of line 1; take one of them out",
                        "line 4: on-reprompt stands here a second time; once is enough for the whole script");
    }

    @Test
    void shouldShowNoControlCharactersWhenTheScriptHoldsSome() {
        assertThat(problems("so\u001b[31mon: hangup"))
                .singleElement()
                .asString()
                .startsWith("line 1: condition 'so?[31mon'");
    }
}
