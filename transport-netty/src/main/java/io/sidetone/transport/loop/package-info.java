/**
 * Event loops and sockets, chosen once: epoll where the machine has it, NIO elsewhere; and plain words when a port is
 * taken.
 *
 * <ul>
 *   <li>Runs on: the thread that starts the process.
 *   <li>Reads: {@code /proc} when a bind failed.
 *   <li>Writes: nothing.
 *   <li>Allocates: at start only.
 * </ul>
 */
package io.sidetone.transport.loop;
