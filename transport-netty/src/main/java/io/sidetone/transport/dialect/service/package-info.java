/**
 * The table of all media dialects, and the carriers of JSON together as the server uses them.
 *
 * <ul>
 *   <li>Runs on: the thread that starts the server.
 *   <li>Reads: settings.
 *   <li>Writes: nothing.
 *   <li>Allocates: once.
 * </ul>
 */
package io.sidetone.transport.dialect.service;
