package io.sidetone.tools.scenario.run;

import io.sidetone.tools.scenario.file.CallerStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * One thing that happened in a call.
 *
 * @param atMs since its beginning
 * @param who caller, heard, agent, action or floor
 * @param text what it was
 */
public record ConversationLine(long atMs, String who, String text) {
    /** Returns everything that happened, in order. */
    static List<ConversationLine> of(CallLog log, List<CompletedStep> performed, List<CallerStep> steps) {
        List<ConversationLine> lines = new ArrayList<>();
        performed.forEach(step -> lines.add(
                at(log, step.beginNs(), "caller", steps.get(step.step()).text())));
        log.transcripts().forEach(heard -> lines.add(at(log, heard.atNs(), "heard", heard.text())));
        log.moves().forEach(move -> lines.add(at(log, move.atNs(), "floor", lower(move) + ": " + move.reason())));
        log.turns()
                .forEach(turn -> lines.add(at(
                        log, turn.voicedNs(), "agent", turn.heard() + (turn.interrupted() ? " — interrupted" : ""))));
        log.actions().forEach(action -> lines.add(at(log, action.atNs(), "action", action.text())));
        lines.sort(Comparator.comparingLong(ConversationLine::atMs));
        return lines;
    }

    private static String lower(CallLog.Move move) {
        return move.to().name().toLowerCase(Locale.ROOT);
    }

    private static ConversationLine at(CallLog log, long atNs, String who, String text) {
        return new ConversationLine(log.ms(atNs), who, text);
    }
}
