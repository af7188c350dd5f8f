package io.sidetone.tools.evaluate;

import java.nio.file.Path;

/**
 * The audio of one clip of a manifest. No other field of the clip takes part in decisions; the id is copied to the
 * result.
 *
 * @param id names the clip in the result
 * @param near G.711 µ-law at 8 kHz, raw and mono: the caller's audio
 * @param far the agent's audio of the same time, as long as near; null when the agent is silent
 */
public record Clip(String id, Path near, Path far) {}
