/**
 * Actions that other people's servers carry out over HTTP.
 *
 * <ul>
 *   <li>Runs on: the registry's threads, the HTTP client's, one timer; nothing blocks.
 *   <li>Reads: action calls, answers of web servers.
 *   <li>Writes: requests, results.
 *   <li>Allocates: per action.
 * </ul>
 */
package io.sidetone.server.actions.webhook;
