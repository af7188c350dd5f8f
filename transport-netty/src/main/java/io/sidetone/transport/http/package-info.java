/**
 * HTTP for operators and programs: health, metrics and the API of calls.
 *
 * <ul>
 *   <li>Runs on: event loops of its own, apart from those of media and signalling.
 *   <li>Reads: requests; the records that calls publish.
 *   <li>Writes: answers; requests to hang up.
 *   <li>Allocates: per connection and per request.
 * </ul>
 */
package io.sidetone.transport.http;
