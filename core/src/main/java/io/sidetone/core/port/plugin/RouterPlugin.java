package io.sidetone.core.port.plugin;

import java.util.function.Consumer;

/**
 * A plugin that decides what becomes of calls while they ring.
 *
 * @param <O> its options
 */
public non-sealed interface RouterPlugin<O extends Record> extends Plugin<O, RouterPlugin.Engine> {
    /** An open router. Thread-safe: calls that ring at the same time are asked about at the same time. */
    interface Engine extends PluginEngine {
        /**
         * Decides on {@code call}, which rings meanwhile. Runs on one of a few threads that all routers share, and may block
         * as long as {@code on-call.timeout} says; after that the thread is interrupted, the call goes on without an answer
         * as {@code on-call.on-failure} says, and so it does when this method throws.
         *
         * @param answer takes the decision, once, on any thread; one that comes late, and a second one, count for nothing
         */
        void route(Ringing call, Consumer<Route> answer);
    }
}
