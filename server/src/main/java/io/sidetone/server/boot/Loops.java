package io.sidetone.server.boot;

import io.sidetone.server.Parts;
import io.sidetone.server.trunks.MediaWiring;
import io.sidetone.transport.loop.EventLoops;
import io.sidetone.transport.loop.LoopWatchdog;
import java.util.List;
import java.util.stream.Stream;

/** The event loops of the server, each group with one watchdog. */
record Loops(EventLoops media, EventLoops control, EventLoops web, List<LoopWatchdog> watchdogs) {
    /** Opens them as {@code parts}. */
    static Loops open(Parts parts) {
        List<LoopWatchdog> dogs =
                Stream.of("media", "control", "web").map(LoopWatchdog::new).toList();
        return new Loops(
                parts.closing(EventLoops.openBatching(MediaWiring.threads(), dogs.get(0))),
                parts.closing(EventLoops.open(1, dogs.get(1))),
                parts.closing(EventLoops.openBatching(MediaWiring.threads(), dogs.get(2))),
                dogs);
    }
}
