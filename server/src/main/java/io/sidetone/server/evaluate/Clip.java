package io.sidetone.server.evaluate;

import java.nio.file.Path;

/**
 * What of a manifest's clip decides anything: its audio. The id goes from the manifest to the result untouched.
 *
 * @param id names the clip in the result
 * @param near G.711 µ-law at 8 kHz, raw and mono: what arrives from the caller
 * @param far what the agent sends in the same time, as long as near; null where the agent is silent
 */
public record Clip(String id, Path near, Path far) {}
