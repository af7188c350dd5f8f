package io.sidetone.tools.softphone.scenario;

/**
 * The result of a scenario.
 *
 * @param complete whether every step ran
 * @param text the step that did not run, and the reason; empty when complete
 */
public record ScenarioEnd(boolean complete, String text) {
    static final ScenarioEnd COMPLETE = new ScenarioEnd(true, "");
}
