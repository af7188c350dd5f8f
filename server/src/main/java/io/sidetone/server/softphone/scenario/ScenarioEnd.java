package io.sidetone.server.softphone.scenario;

/**
 * How a scenario ended.
 *
 * @param complete whether every step ran
 * @param text what did not happen, and why; empty when it is complete
 */
public record ScenarioEnd(boolean complete, String text) {
    static final ScenarioEnd COMPLETE = new ScenarioEnd(true, "");
}
