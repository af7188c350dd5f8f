package io.sidetone.config.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.config.Loading;
import io.sidetone.config.problem.ConfigException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AgentTextsTest {
    private static String agent(String keys) {
        return "engines: {m: {type: mock}}\nagents: {a: {recognizer: m, dialogue: m, synthesizer: m, " + keys + "}}";
    }

    private static List<String> problems(String keys) {
        return Loading.problems(agent(keys), Map.of());
    }

    @Test
    void shouldTakeNamesThatAreKnownOrDeclared() {
        assertThat(problems("variables: {order: '', branch: Main}, time-zone: Europe/Berlin, "
                        + "prompt: 'It is {time} on {weekday}, {date}. {caller} {called} {agent} {digits} {header.X-A} {order}"
                        + " \\{else} {\"day\": 1}', greeting: 'Welcome to {branch}.'"))
                .isEmpty();
    }

    @Test
    void shouldNameWhatStandsForNothing() {
        assertThat(problems(
                        "variables: {order: ''}, prompt: 'Hello {calller}, {ordr}', greeting: 'Hi {somebody-else}'"))
                .containsExactlyInAnyOrder(
                        "agents.a.prompt: holds {calller}, which stands for nothing; did you mean {caller}?",
                        "agents.a.prompt: holds {ordr}, which stands for nothing; did you mean {order}?",
                        "agents.a.greeting: holds {somebody-else}, which stands for nothing; declare it in variables, use"
                                + " {header.NAME} or one of {caller}, {called}, {agent}, {date}, {weekday}, {time}, {digits},"
                                + " or write \\{somebody-else} for these characters themselves");
    }

    @Test
    void shouldRefuseVariablesThatCannotBeNamed() {
        assertThat(problems("variables: {caller: x, 'two words': y}"))
                .containsExactlyInAnyOrder(
                        "agents.a.variables.caller: is a name that every call has; choose another name",
                        "agents.a.variables.two words: is no name of a variable; use letters, digits, _ and -, with a"
                                + " letter in front");
    }

    @Test
    void shouldRefuseAZoneThatDoesNotExist() {
        assertThat(problems("time-zone: Europe/Berln"))
                .containsExactly("agents.a.time-zone: 'Europe/Berln' is no time zone; did you mean Europe/Berlin?");
        assertThat(problems("time-zone: nowhere at all"))
                .containsExactly(
                        "agents.a.time-zone: 'nowhere at all' is no time zone; use one such as Europe/Berlin or UTC");
    }

    @Test
    void shouldReadDatesInItsZoneElseInTheMachines() throws ConfigException {
        assertThat(zone("time-zone: Asia/Tokyo")).isEqualTo(ZoneId.of("Asia/Tokyo"));
        assertThat(zone("policy: default")).isEqualTo(ZoneId.systemDefault());
    }

    private static ZoneId zone(String keys) throws ConfigException {
        return Loading.load(agent(keys), Map.of())
                .config()
                .agents()
                .get(0)
                .texts()
                .zone();
    }
}
