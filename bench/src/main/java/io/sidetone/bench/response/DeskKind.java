package io.sidetone.bench.response;

import io.sidetone.tools.softphone.script.CallerAction;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.script.Trigger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Engines of the agent {@code desk}, and the keys with which a caller has it book an appointment. */
enum DeskKind {
    MOCK(
            "engines: {mock: {type: mock, action: book_appointment, parameters: {day: monday, time: ten}}}\n"
                    + "agents: {desk: {recognizer: mock, dialogue: mock, synthesizer: mock}}\n",
            "1"),
    EMBEDDED(
            "engines: {embedded: {type: embedded}}\n"
                    + "agents: {desk: {recognizer: embedded, dialogue: embedded, synthesizer: embedded,"
                    + " flow: \"classpath:agents/appointment-desk.yaml\"}}\n",
            "2",
            "2",
            "10",
            "1");

    private static final long INTO_THE_GREETING_MS = 300;

    private final String agents;
    private final List<String> keys;

    DeskKind(String agents, String... keys) {
        this.agents = agents;
        this.keys = List.of(keys);
    }

    /** Its name in the table. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns a configuration for {@code calls} calls at once. */
    String configuration(int calls) {
        return """
                sip: {port: 0}
                http: {port: 0}
                rtp: {ports: 10000-%d}
                limits: {max-calls: %d}
                """
                        .formatted(10_400 + 3 * calls, calls + 20)
                + agents;
    }

    /** The caller interrupts the greeting, answers each question with keys, and hangs up when the booking is confirmed. */
    List<ScriptStep> booking() {
        List<ScriptStep> steps = new ArrayList<>();
        for (String key : keys) {
            Trigger when =
                    steps.isEmpty() ? new Trigger.AfterTalkStart(INTO_THE_GREETING_MS) : new Trigger.AfterAgentTurn();
            steps.add(new ScriptStep(0, when, new CallerAction.Dial(key)));
        }
        steps.add(new ScriptStep(0, new Trigger.AfterAgentTurn(), new CallerAction.HangUp()));
        return steps;
    }
}
