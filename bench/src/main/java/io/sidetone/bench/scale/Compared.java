package io.sidetone.bench.scale;

import java.util.List;

/** Two arms whose costs are divided, round by round. */
record Compared(Arm variant, Arm reference) {
    private static final List<Compared> ALL = List.of(
            new Compared(Arm.SIDETONE, Arm.RTPENGINE),
            new Compared(Arm.SIDETONE, Arm.ECHO),
            new Compared(Arm.ONEPORT, Arm.RTPENGINE),
            new Compared(Arm.ONEPORT, Arm.ECHO),
            new Compared(Arm.ONEPORT, Arm.SIDETONE),
            new Compared(Arm.STREAM, Arm.NODE),
            new Compared(Arm.AGAIN, Arm.SIDETONE));

    /** Returns those of the arms of {@code plan}. */
    static List<Compared> of(ScalePlan plan) {
        return ALL.stream()
                .filter(pair ->
                        plan.arms().contains(pair.variant) && plan.arms().contains(pair.reference))
                .toList();
    }
}
