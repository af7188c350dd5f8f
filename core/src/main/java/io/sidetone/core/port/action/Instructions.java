package io.sidetone.core.port.action;

import java.util.List;

/**
 * Instructions on how a client of the call wants its agent to be, in place of what it wanted before. Immutable.
 *
 * @param instructions for a model that follows any; empty for those of the configuration alone
 * @param actions what the client can carry out
 */
public record Instructions(String instructions, List<ActionDefinition> actions) {
    /** Copies the list. */
    public Instructions {
        actions = List.copyOf(actions);
    }
}
