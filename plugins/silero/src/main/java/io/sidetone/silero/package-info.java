/**
 * Silero's voice activity network as a plugin: all calls' windows, gathered into batches, run by ONNX Runtime.
 *
 * <ul>
 *   <li>Runs on: its own thread, {@code silero}; lanes copy frames in.
 *   <li>Reads: frames of the callers, one ring per call; the model file, once.
 *   <li>Writes: speech evidence into the calls' lanes.
 *   <li>Allocates: on a lane nothing per frame; on its own thread what ONNX Runtime's interface needs for a batch.
 * </ul>
 */
package io.sidetone.silero;
