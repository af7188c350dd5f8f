package io.sidetone.config;

/**
 * The engines on this machine.
 *
 * @param decoders calls that may be recognised at the same time
 * @param voice name of the voice: slt, kal, rms or awb
 */
public record EmbeddedConfig(int decoders, String voice) {}
