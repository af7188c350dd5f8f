/**
 * What the server's HTTP API says about a call the softphone placed.
 *
 * <ul>
 *   <li>Runs on: the thread that asks.
 *   <li>Reads: HTTP answers.
 *   <li>Writes: HTTP requests.
 *   <li>Allocates: for each question.
 * </ul>
 */
package io.sidetone.server.softphone.api;
