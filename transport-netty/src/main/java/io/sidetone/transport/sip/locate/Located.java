package io.sidetone.transport.sip.locate;

import java.util.List;

/**
 * Targets to which a URI leads.
 *
 * @param targets in the order to try them; empty when there is none
 * @param steps what was asked and answered, for people
 * @param problem why there is no target, with a remedy after a semicolon; null when there is one
 */
public record Located(List<SipTarget> targets, List<String> steps, String problem) {
    /** Copies the lists. */
    public Located {
        targets = List.copyOf(targets);
        steps = List.copyOf(steps);
    }
}
