/**
 * Turn events for web servers: spooled, posted with a signature, repeated until they are taken (ITE-MSG-001, ITE-PAT-001).
 *
 * <ul>
 *   <li>Runs on: lanes hand over; one thread spools and decides; the HTTP client's threads send. Nothing waits for a server.
 *   <li>Reads: turn events, the spools of an earlier process, answers of web servers.
 *   <li>Writes: one spool per subscriber, requests.
 *   <li>Allocates: per event that has a subscriber.
 * </ul>
 */
package io.sidetone.server.records.subscribers;
