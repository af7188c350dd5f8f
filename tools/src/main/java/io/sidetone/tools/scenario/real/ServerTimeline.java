package io.sidetone.tools.scenario.real;

import io.sidetone.core.control.EndCause;
import io.sidetone.core.floor.FloorState;
import io.sidetone.tools.scenario.run.CallLog;
import io.sidetone.tools.softphone.api.ServerCall;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The timeline that a server reports of a call, read as the log of a scenario. */
final class ServerTimeline {
    private static final long MS = 1_000_000L;
    private static final Pattern MOVE = Pattern.compile("(\\w+) -> (\\w+) \\((.*)\\)");
    private static final Pattern ACTION = Pattern.compile("(\\S+) \\{(.*)}");
    private static final Pattern OUTCOME = Pattern.compile("(\\S+) -> (\\S+)");

    private final CallLog log = new CallLog(() -> 0);
    private final Deque<String> cutShort = new ArrayDeque<>();
    private long voicedNs = -1;

    private ServerTimeline() {}

    /** Returns the log; its times are those of the server, from the beginning of the call. */
    static CallLog read(ServerCall call) {
        ServerTimeline timeline = new ServerTimeline();
        call.history().stream().filter(said -> said.interrupted()).forEach(said -> timeline.cutShort.add(said.text()));
        call.timeline().forEach(timeline::take);
        return timeline.log;
    }

    private void take(ServerCall.Event event) {
        long atNs = event.atMs() * MS;
        String text = event.text();
        switch (event.kind()) {
            case "state" -> moved(text, atNs);
            case "transcript" -> log.heard(atNs, text);
            case "agent" -> spoken(atNs, text, false);
            case "action" -> action(text, atNs);
            case "end" -> {
                interrupted(atNs);
                Arrays.stream(EndCause.values())
                        .filter(cause -> text.startsWith(cause.reason() + " ("))
                        .findFirst()
                        .ifPresent(cause -> log.ended(cause, atNs));
            }
            default -> {
                // Nothing that a scenario expects.
            }
        }
    }

    private void moved(String text, long atNs) {
        Matcher move = MOVE.matcher(text);
        if (!move.matches()) {
            return;
        }
        FloorState to = FloorState.valueOf(move.group(2));
        log.moved(atNs, FloorState.valueOf(move.group(1)), to, move.group(3));
        if (to == FloorState.SPEAKING && voicedNs < 0) {
            voicedNs = atNs;
        } else if (to == FloorState.INTERRUPTED) {
            interrupted(atNs);
        }
    }

    private void interrupted(long atNs) {
        if (voicedNs >= 0) {
            spoken(atNs, cutShort.isEmpty() ? "" : cutShort.poll(), true);
        }
    }

    private void spoken(long atNs, String text, boolean cut) {
        log.spoken(voicedNs < 0 ? atNs : voicedNs, atNs, text, cut);
        voicedNs = -1;
    }

    private void action(String text, long atNs) {
        Matcher outcome = OUTCOME.matcher(text);
        if (outcome.matches()) {
            log.outcome(outcome.group(1), outcome.group(2));
            return;
        }
        Matcher action = ACTION.matcher(text);
        if (action.matches()) {
            log.requested(atNs, action.group(1), parameters(action.group(2)));
        }
    }

    /** Parameters as a map prints them. */
    private static Map<String, Object> parameters(String text) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        for (String each : text.split(", (?=[\\w-]+=)")) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                parameters.put(each.substring(0, equals), each.substring(equals + 1));
            }
        }
        return parameters;
    }
}
