package io.sidetone.tools.scenario.run;

import io.sidetone.core.control.EndCause;
import io.sidetone.tools.scenario.file.CallerStep;
import io.sidetone.tools.scenario.file.Expectation;
import io.sidetone.tools.scenario.file.ExpectedAction;
import io.sidetone.tools.scenario.file.Scenario;
import io.sidetone.tools.scenario.file.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Compares what happened in a call with what its scenario expects. All times are those of the call. */
final class Verdict {
    private static final long MS = 1_000_000L;

    private final CallLog log;
    private final List<Failure> failures = new ArrayList<>();

    /** A part of the call, from {@code fromNs} on and before {@code toNs}. */
    private record Part(String path, String name, long fromNs, long toNs) {
        boolean has(long atNs) {
            return atNs >= fromNs && atNs < toNs;
        }
    }

    private Verdict(CallLog log) {
        this.log = log;
    }

    /** Returns everything that was expected in vain. */
    static List<Failure> of(Scenario scenario, CallLog log, List<CompletedStep> performed) {
        Verdict verdict = new Verdict(log);
        for (int i = 0; i < performed.size(); i++) {
            CompletedStep done = performed.get(i);
            CallerStep step = scenario.caller().get(done.step());
            long toNs = i + 1 < performed.size() ? performed.get(i + 1).beginNs() : Long.MAX_VALUE;
            Part part =
                    new Part("caller[" + done.step() + "].expect", "after " + step.text() + " ", done.beginNs(), toNs);
            verdict.judge(step.expect(), part);
            verdict.answerTime(step.expect(), part, done.endNs());
        }
        verdict.judge(scenario.expect(), new Part("expect", "", 0, Long.MAX_VALUE));
        verdict.length(scenario.expect());
        return verdict.failures;
    }

    private void judge(Expectation expect, Part part) {
        String heard = heard(part);
        for (int i = 0; i < expect.said().size(); i++) {
            if (!Words.contains(heard, expect.said().get(i))) {
                fail(
                        part,
                        "said[" + i + "]",
                        "the agent did not say \"" + expect.said().get(i) + "\"; " + it(heard));
            }
        }
        for (int i = 0; i < expect.notSaid().size(); i++) {
            if (Words.contains(heard, expect.notSaid().get(i))) {
                fail(
                        part,
                        "not-said[" + i + "]",
                        "the agent said \"" + expect.notSaid().get(i) + "\"; " + it(heard));
            }
        }
        actions(expect, part);
        states(expect.states(), part);
        expect.interrupted()
                .filter(wanted -> wanted != interrupted(part))
                .ifPresent(wanted -> fail(
                        part,
                        "interrupted",
                        wanted ? "nothing of the agent was cut short" : "the agent was cut short"));
        expect.hungUpBy().ifPresent(who -> hungUp(who, part));
    }

    private String heard(Part part) {
        StringJoiner heard = new StringJoiner(" ");
        log.turns().stream().filter(turn -> part.has(turn.voicedNs)).forEach(turn -> heard.add(turn.heard()));
        return heard.toString();
    }

    private static String it(String heard) {
        return heard.isEmpty() ? "it said nothing" : "it said \"" + heard + "\"";
    }

    private boolean interrupted(Part part) {
        return log.turns().stream().anyMatch(turn -> turn.interrupted() && part.has(turn.doneNs));
    }

    private void actions(Expectation expect, Part part) {
        List<CallLog.Requested> asked =
                log.actions().stream().filter(action -> part.has(action.atNs)).toList();
        int from = 0;
        for (int i = 0; i < expect.actions().size(); i++) {
            int found = find(asked, from, expect.actions().get(i));
            if (found < 0) {
                fail(
                        part,
                        "actions[" + i + "]",
                        "the agent did not ask for " + text(expect.actions().get(i)) + "; "
                                + (asked.isEmpty() ? "it asked for nothing" : "it asked for " + text(asked)));
            } else {
                from = found + 1;
            }
        }
        for (int i = 0; i < expect.notActions().size(); i++) {
            String name = expect.notActions().get(i);
            asked.stream()
                    .filter(action -> action.name.equals(name))
                    .findFirst()
                    .ifPresent(action -> fail(part, "not-actions", "the agent asked for " + action.text()));
        }
    }

    private static int find(List<CallLog.Requested> asked, int from, ExpectedAction wanted) {
        for (int i = from; i < asked.size(); i++) {
            CallLog.Requested action = asked.get(i);
            boolean parameters = wanted.with().entrySet().stream()
                    .allMatch(each -> each.getValue().equals(parameter(action, each.getKey())));
            if (action.name.equals(wanted.name())
                    && parameters
                    && (wanted.result().isEmpty() || wanted.result().equals(action.code))) {
                return i;
            }
        }
        return -1;
    }

    private static String parameter(CallLog.Requested action, String name) {
        return String.valueOf(action.parameters.get(name));
    }

    private static String text(ExpectedAction wanted) {
        return wanted.name()
                + (wanted.with().isEmpty() ? "" : " " + sorted(wanted.with()))
                + (wanted.result().isEmpty() ? "" : " → " + wanted.result());
    }

    private static Map<String, String> sorted(Map<String, String> parameters) {
        return new TreeMap<>(parameters);
    }

    private static String text(List<CallLog.Requested> asked) {
        StringJoiner all = new StringJoiner(", ");
        asked.forEach(action -> all.add(action.text()));
        return all.toString();
    }

    private void states(List<String> wanted, Part part) {
        List<String> seen = log.moves().stream()
                .filter(move -> part.has(move.atNs()))
                .map(move -> move.to().name().toLowerCase(Locale.ROOT))
                .toList();
        int at = 0;
        for (int i = 0; i < wanted.size(); i++) {
            int found = seen.subList(at, seen.size()).indexOf(wanted.get(i));
            if (found < 0) {
                fail(
                        part,
                        "states[" + i + "]",
                        "the call did not go through " + wanted.get(i) + "; it went through "
                                + String.join(", ", seen));
                return;
            }
            at += found + 1;
        }
    }

    private void hungUp(String who, Part part) {
        EndCause cause = log.endCause();
        boolean ended = cause != null && part.has(log.endedNs());
        String by = ended ? cause.by() : "nobody";
        if (!by.equals(who)) {
            fail(
                    part,
                    "hung-up-by",
                    ended
                            ? "the call was ended by the " + by + ", not by the " + who + ": " + cause.reason()
                            : "the call was not ended by the " + who);
        }
    }

    private void answerTime(Expectation expect, Part part, long endNs) {
        expect.within().ifPresent(limit -> {
            long voicedNs = log.turns().stream()
                    .mapToLong(CallLog.AgentTurn::voicedNs)
                    .filter(atNs -> part.has(atNs))
                    .findFirst()
                    .orElse(-1);
            long tookMs = (voicedNs - endNs) / MS;
            if (voicedNs < 0 || tookMs > limit.toMillis()) {
                fail(
                        part,
                        "within",
                        voicedNs < 0
                                ? "the agent did not answer within " + limit.toMillis() + " ms"
                                : "the answer began after " + tookMs + " ms, not within " + limit.toMillis());
            }
        });
    }

    private void length(Expectation expect) {
        long lengthMs = log.ms(log.endedNs());
        expect.within()
                .filter(limit -> lengthMs > limit.toMillis())
                .ifPresent(limit -> failures.add(new Failure(
                        "expect.within", "the call lasted " + lengthMs + " ms, not at most " + limit.toMillis())));
    }

    private void fail(Part part, String key, String text) {
        failures.add(new Failure(part.path() + "." + key, part.name() + text));
    }
}
