/**
 * The carriers' webhooks for incoming calls: the answer sends the call to a media stream.
 *
 * <ul>
 *   <li>Runs on: event loops of HTTP.
 *   <li>Reads: webhooks.
 *   <li>Writes: TwiML, TeXML, cXML and Plivo XML.
 *   <li>Allocates: per request.
 * </ul>
 */
package io.sidetone.transport.carrier.hook;
