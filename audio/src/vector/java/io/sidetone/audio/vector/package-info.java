/**
 * Inner loops of the filters on the Vector API. Nothing refers to this package by type: it needs a module that most JVMs
 * are started without.
 *
 * <ul>
 *   <li>Runs on: any thread.
 *   <li>Reads: arrays of its callers.
 *   <li>Writes: arrays of its callers.
 *   <li>Allocates: nothing, once compiled.
 * </ul>
 */
package io.sidetone.audio.vector;
