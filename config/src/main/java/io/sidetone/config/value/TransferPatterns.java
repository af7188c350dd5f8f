package io.sidetone.config.value;

import io.sidetone.config.problem.Problems;
import java.util.List;

/** To whom a call may be transferred: numbers and URIs, with wildcards that never stand for a host. */
public final class TransferPatterns implements ValueRule<List<String>, List<String>> {
    private static final String FORM = "any|(sips?|tel):[^\\s<>\"]{1,250}|\\+?[0-9*#][0-9*#.-]{0,250}";

    @Override
    public List<String> apply(List<String> targets, String path, Problems problems) {
        for (String target : targets) {
            if (!target.matches(FORM)) {
                problems.add(
                        path,
                        "'" + target + "' is no target of a transfer",
                        "give a number, a sip:, sips: or tel: URI, each with * for any name or digits, or the word any");
            } else if (target.startsWith("sip") && target.lastIndexOf('*') > target.lastIndexOf('@')) {
                problems.add(
                        path,
                        "'" + target + "' lets * stand for a host, and so for anybody's",
                        "put * before an @, for example sip:*@192.0.2.7");
            }
        }
        return targets;
    }
}
