package io.sidetone.tools.evaluate;

import java.util.List;

/**
 * The result of one clip.
 *
 * @param id of the clip
 * @param events in the order of their time
 * @param scores speech score of each 20 ms frame, 0…1
 * @param flags for each frame {@code 1} when it counts as speech, else {@code 0}
 */
public record ClipResult(String id, List<ClipEvent> events, List<Float> scores, String flags) {}
