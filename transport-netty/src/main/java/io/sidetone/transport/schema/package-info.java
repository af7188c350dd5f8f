/**
 * The JSON Schemas of what is spoken, for whoever wants to check it.
 *
 * <ul>
 *   <li>Runs on: any thread.
 *   <li>Reads: resources of this package.
 *   <li>Writes: nothing.
 *   <li>Allocates: when a schema is asked for the first time.
 * </ul>
 */
package io.sidetone.transport.schema;
