package io.sidetone.bench.response;

import java.util.List;

/**
 * One way to run the same calls.
 *
 * @param name of the arm, a part of its agents' names
 * @param policy its turn-taking, as YAML
 */
record PolicyArm(String name, String policy) {
    /** The policy that is shipped. */
    static final PolicyArm SHIPPED = new PolicyArm("shipped", "{}");

    /** Answers that wait: nothing is asked ahead of the end of a turn. */
    static final PolicyArm WAITING = new PolicyArm("waiting", "{preemptiveAfterMs: 0}");

    /** Answers that wait, and a silence that does not depend on what was said nor how. */
    static final PolicyArm FIXED =
            new PolicyArm("fixed", "{preemptiveAfterMs: 0, endSilenceSoonerMs: 0, endSilenceLaterMs: 0}");

    /** All arms; the shipped policy stands in two, whose difference is what the machine does. */
    static final List<PolicyArm> ALL = List.of(SHIPPED, WAITING, FIXED, new PolicyArm("again", "{}"));

    /** Returns the names of all arms. */
    static List<String> names() {
        return ALL.stream().map(PolicyArm::name).toList();
    }

    /** Returns the policies of all arms, for a configuration. */
    static String policies() {
        StringBuilder text = new StringBuilder("policies:\n");
        for (PolicyArm arm : ALL) {
            text.append("  ").append(arm.name).append(": ").append(arm.policy).append('\n');
        }
        return text.toString();
    }
}
