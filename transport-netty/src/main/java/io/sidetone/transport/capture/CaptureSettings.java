package io.sidetone.transport.capture;

import java.nio.file.Path;

/**
 * Bounds of captures.
 *
 * @param folder of the files
 * @param maxBytes of one file
 * @param maxNs of one capture
 * @param maxCalls captures that run or wait at the same time
 * @param maxFiles files in the folder; the oldest make room
 */
public record CaptureSettings(Path folder, long maxBytes, long maxNs, int maxCalls, int maxFiles) {}
