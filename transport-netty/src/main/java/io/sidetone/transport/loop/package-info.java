/**
 * Event loops and sockets, chosen once: epoll where the machine has it, NIO elsewhere; how loops wait for packets, and how long their
 * handlers take; and plain words when a port is taken.
 *
 * <ul>
 *   <li>Runs on: the thread that starts the process; handlers around those of Netty on their loops.
 *   <li>Reads: clocks once a round of a loop; {@code /proc} when a bind failed.
 *   <li>Writes: what was slow.
 *   <li>Allocates: at start only.
 * </ul>
 */
package io.sidetone.transport.loop;
