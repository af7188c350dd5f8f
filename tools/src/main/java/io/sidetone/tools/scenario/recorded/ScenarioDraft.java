package io.sidetone.tools.scenario.recorded;

import io.sidetone.core.facts.CallHeader;
import io.sidetone.core.journal.file.JournalFileReader;
import io.sidetone.core.port.action.ActionCall;
import io.sidetone.core.port.action.ActionResult;
import io.sidetone.tools.scenario.file.Words;
import io.sidetone.tools.scenario.file.YamlText;
import io.sidetone.tools.scenario.run.CallLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The scenario of a call that took place: what the caller did, what the agent said and asked for, and what actions brought. It is a
 * draft: what was heard then is expected from now on, and people take out what is not worth it.
 */
public final class ScenarioDraft {
    private static final long MS = 1_000_000L;

    /** From the first sound of an interruption to the end of what it cuts short, about. */
    private static final long DETECTION_MS = 300;

    private static final long STEP_MS = 100;

    /** So much longer than then the caller is silent where the agent has to end the call. */
    private static final long PATIENCE_MS = 10_000;

    /** An interrupted sentence is not heard to the same word again. */
    private static final int WORDS_OF_CUT = 3;

    private static final Set<String> OWN =
            Set.of(ActionCall.HANG_UP, ActionCall.TRANSFER, ActionCall.SEND_DIGITS, ActionCall.HOLD);
    private static final Set<String> REFUSED = Set.of(ActionResult.INVALID_PARAMETERS, ActionResult.NOT_REGISTERED);
    private static final Set<String> RESULTS =
            Set.of(ActionResult.OK, ActionResult.FAILED, ActionResult.TIMEOUT, ActionResult.ELEMENT_NOT_FOUND);

    private final RecordedCall call;
    private final YamlText yaml = new YamlText();

    private ScenarioDraft(RecordedCall call) {
        this.call = call;
    }

    /**
     * Returns the text of a scenario file.
     *
     * @param name of the scenario
     * @param answered whether the agent of that name has a model, which what it said is to stand in for
     * @throws IOException when the journal is none
     */
    public static String of(JournalFileReader journal, String name, Predicate<String> answered) throws IOException {
        RecordedCall call = JournalConversation.read(journal);
        return new ScenarioDraft(call).text(name, answered.test(call.agent()));
    }

    private String text(String name, boolean answers) {
        yaml.line(0, "agent: " + YamlText.quoted(call.agent()))
                .line(0, "scenarios:")
                .line(2, name + ":")
                .line(4, "from: " + YamlText.quoted(call.from()))
                .line(4, "to: " + YamlText.quoted(call.to()));
        facts();
        outcomes();
        if (answers) {
            answers();
        }
        yaml.line(4, "caller:");
        for (int i = 0; i < call.inputs().size(); i++) {
            step(i);
        }
        lastSilence();
        if (callerEnds()) {
            yaml.line(6, "- hang-up: true");
        }
        if (callerEnds() || agentEnds()) {
            yaml.line(4, "expect: {hung-up-by: " + call.endedBy() + "}");
        }
        return yaml.toString();
    }

    private boolean callerEnds() {
        return call.endedBy().equals("caller");
    }

    private boolean agentEnds() {
        return call.endedBy().equals("agent");
    }

    /** After its answer the agent spoke again, because nobody said anything. */
    private void lastSilence() {
        long fromNs = call.inputs().isEmpty()
                ? 0
                : call.inputs().get(call.inputs().size() - 1).endNs();
        List<CallLog.AgentTurn> turns = call.log().turns().stream()
                .filter(turn -> turn.voicedNs() >= fromNs)
                .toList();
        if (turns.size() > 1) {
            CallLog.AgentTurn last = turns.get(turns.size() - 1);
            silence((last.doneNs() - turns.get(0).doneNs()) / MS + (agentEnds() ? PATIENCE_MS : 0));
        }
    }

    private void silence(long ms) {
        yaml.line(6, "- silence: " + Math.max(STEP_MS, ms / STEP_MS * STEP_MS) + "ms");
    }

    private void facts() {
        Map<String, String> headers = new LinkedHashMap<>();
        for (CallHeader header : call.facts().headers()) {
            headers.putIfAbsent(header.name(), header.value());
        }
        if (!headers.isEmpty()) {
            yaml.line(4, "headers: " + YamlText.map(headers));
        }
        if (!call.facts().variables().isEmpty()) {
            yaml.line(4, "variables: " + YamlText.map(call.facts().variables()));
        }
    }

    private void outcomes() {
        List<CallLog.Requested> runs = call.log().actions().stream()
                .filter(run -> !OWN.contains(run.name()) && !REFUSED.contains(run.code()))
                .toList();
        if (!runs.isEmpty()) {
            yaml.line(4, "outcomes:");
        }
        for (CallLog.Requested run : runs) {
            String result = RESULTS.contains(run.code()) ? run.code() : ActionResult.FAILED;
            yaml.line(
                    6,
                    "- {action: " + YamlText.quoted(run.name()) + ", result: " + result + ", after: "
                            + (run.endedNs() - run.atNs()) / MS + "ms"
                            + (run.values().isEmpty() ? "" : ", values: " + YamlText.map(run.values())) + "}");
        }
    }

    private void answers() {
        if (!call.inputs().isEmpty()) {
            yaml.line(4, "answers:");
        }
        for (int i = 0; i < call.inputs().size(); i++) {
            List<CallLog.AgentTurn> turns = turns(i);
            List<CallLog.Requested> runs = runs(i);
            StringBuilder answer = new StringBuilder("- {to: ")
                    .append(YamlText.list(List.of(call.inputs().get(i).text())));
            runs.stream().findFirst().ifPresent(run -> answer.append(", action: ")
                    .append(YamlText.quoted(run.name()))
                    .append(", with: ")
                    .append(YamlText.map(run.parameters())));
            answer.append(", say: ")
                    .append(YamlText.quoted(turns.isEmpty() ? "" : turns.get(0).full()));
            boolean last = i == call.inputs().size() - 1;
            if (last && agentEnds() && runs.stream().noneMatch(run -> run.name().equals(ActionCall.TRANSFER))) {
                answer.append(", hang-up: true");
            }
            if (!turns.isEmpty() || !runs.isEmpty()) {
                yaml.line(6, answer.append('}').toString());
            }
        }
    }

    private void step(int index) {
        RecordedCall.Input input = call.inputs().get(index);
        long beforeNs = index == 0 ? 0 : call.inputs().get(index - 1).endNs();
        CallLog.AgentTurn cut = null;
        List<CallLog.AgentTurn> since = new ArrayList<>();
        for (CallLog.AgentTurn turn : call.log().turns()) {
            if (turn.voicedNs() >= beforeNs && turn.voicedNs() < input.endNs()) {
                since.add(turn);
                cut = turn.interrupted() ? turn : cut;
            }
        }
        // The first turn answers the step before; those behind it came because the caller was silent.
        if (since.size() > 1) {
            silence((input.beginNs() - since.get(0).doneNs()) / MS);
        }
        yaml.line(6, "- " + (input.keyed() ? "digits: " : "say: ") + YamlText.quoted(input.text()));
        if (cut != null && since.size() == 1) {
            long intoMs = Math.max(0, (cut.doneNs() - cut.voicedNs()) / MS - DETECTION_MS);
            yaml.line(8, "into-answer: " + intoMs / STEP_MS * STEP_MS + "ms");
        }
        expect(index);
    }

    private void expect(int index) {
        List<String> said = turns(index).stream()
                .limit(1)
                .filter(turn -> turn.doneNs() > turn.voicedNs())
                .map(turn -> turn.interrupted() ? firstWords(turn.heard()) : turn.heard())
                .filter(text -> !Words.of(text).isEmpty())
                .toList();
        List<CallLog.Requested> runs = runs(index);
        if (said.isEmpty() && runs.isEmpty()) {
            return;
        }
        yaml.line(8, "expect:");
        if (!said.isEmpty()) {
            yaml.line(10, "said: " + YamlText.list(said));
        }
        if (!runs.isEmpty()) {
            yaml.line(10, "actions:");
        }
        for (CallLog.Requested run : runs) {
            yaml.line(
                    12,
                    "- {name: " + YamlText.quoted(run.name())
                            + (run.parameters().isEmpty() ? "" : ", with: " + YamlText.map(run.parameters()))
                            + (run.code().isEmpty() ? "" : ", result: " + YamlText.quoted(run.code())) + "}");
        }
    }

    private static String firstWords(String heard) {
        List<String> words = Words.spoken(heard);
        return String.join(" ", words.subList(0, Math.min(WORDS_OF_CUT, words.size())));
    }

    /** Returns the turns of the agent between input {@code index} and the next. */
    private List<CallLog.AgentTurn> turns(int index) {
        return call.log().turns().stream()
                .filter(turn -> within(index, turn.voicedNs()))
                .toList();
    }

    private List<CallLog.Requested> runs(int index) {
        return call.log().actions().stream()
                .filter(run -> within(index, run.atNs()))
                .toList();
    }

    private boolean within(int index, long atNs) {
        long toNs =
                index + 1 < call.inputs().size() ? call.inputs().get(index + 1).endNs() : Long.MAX_VALUE;
        return atNs >= call.inputs().get(index).endNs() && atNs < toNs;
    }
}
