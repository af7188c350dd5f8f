package io.sidetone.core.port.plugin;

import io.sidetone.core.port.Recognizer;

/**
 * A plugin that recognizes speech.
 *
 * @param <O> its options
 */
public non-sealed interface RecognizerPlugin<O extends Record> extends Plugin<O, RecognizerPlugin.Engine> {
    /** An open recognizer. */
    interface Engine extends Recognizer, PluginEngine {}
}
