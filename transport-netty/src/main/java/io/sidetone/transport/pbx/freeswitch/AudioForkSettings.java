package io.sidetone.transport.pbx.freeswitch;

/**
 * Defaults for forks; their address and their first message may override them.
 *
 * @param leadMs how far ahead of its time audio is sent, a multiple of 20
 * @param sampleRateHz rate of the caller's audio
 * @param playback how the agent's audio returns
 */
public record AudioForkSettings(int leadMs, int sampleRateHz, Playback playback) {}
