package io.sidetone.server.records.recording;

/**
 * Status of the recording of a call.
 *
 * @param state how far it is
 * @param file path of the finished file; empty where there is none here
 * @param url where it is sent or was sent to, without its query; empty for nowhere
 * @param seconds its length so far
 * @param problem why it is not recorded, or not to its end; empty for no problem
 */
public record RecordingStatus(RecordingState state, String file, String url, double seconds, String problem) {}
