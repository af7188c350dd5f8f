package io.sidetone.transport.pbx.freeswitch;

/**
 * How forks are served where neither their address nor their first message says.
 *
 * @param leadMs how far ahead of its time audio is sent, a multiple of 20
 * @param sampleRateHz of the caller's sound
 * @param playback how sound goes back
 */
public record AudioForkSettings(int leadMs, int sampleRateHz, Playback playback) {}
