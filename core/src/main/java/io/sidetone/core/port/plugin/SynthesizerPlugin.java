package io.sidetone.core.port.plugin;

import io.sidetone.core.port.Synthesizer;

/**
 * A plugin that speaks.
 *
 * @param <O> its options
 */
public non-sealed interface SynthesizerPlugin<O extends Record> extends Plugin<O, SynthesizerPlugin.Engine> {
    /** An open voice. */
    interface Engine extends Synthesizer, PluginEngine {}
}
