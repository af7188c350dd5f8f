/**
 * From the caller's last sound to the agent's first: real calls against the shipped server, with its policy and with others.
 *
 * <ul>
 *   <li>Runs on: the command's thread, one thread per caller, loops of the services that stand in.
 *   <li>Reads: voices, what callers' telephones measure, the server's API.
 *   <li>Writes: a table.
 *   <li>Allocates: freely; the server is another process.
 * </ul>
 */
package io.sidetone.bench.response;
