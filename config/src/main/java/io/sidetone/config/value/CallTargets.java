package io.sidetone.config.value;

import io.sidetone.config.problem.Problems;
import java.util.List;

/** Whom a call may be placed to: beginnings of numbers, URIs as in {@link TransferPatterns}, or {@code any}. */
public final class CallTargets implements ValueRule<List<String>, List<String>> {
    private static final String BEGINNING = "\\+?[0-9*#]{1,32}";
    private static final String OTHER = "any|(sips?|tel):.*";

    private final TransferPatterns uris = new TransferPatterns();

    @Override
    public List<String> apply(List<String> targets, String path, Problems problems) {
        for (String target : targets) {
            if (target.equals("*")) {
                problems.add(path, "'*' would let everybody be called", "give beginnings of numbers, or the word any");
            } else if (!target.matches(BEGINNING) && !target.matches(OTHER)) {
                problems.add(
                        path,
                        "'" + target + "' is no beginning of numbers",
                        "give one such as +4930, a sip: or sips: URI, or the word any");
            }
        }
        uris.apply(targets.stream().filter(target -> target.matches(OTHER)).toList(), path, problems);
        return targets;
    }
}
