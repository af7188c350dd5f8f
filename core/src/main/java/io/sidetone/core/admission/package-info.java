/**
 * Which calls there are: slots, generations, and the token of admission.
 *
 * <ul>
 *   <li>Runs on: any thread claims; the lane releases.
 *   <li>Reads: the free slots.
 *   <li>Writes: the free slots and the generation of each.
 *   <li>Allocates: once per call.
 * </ul>
 */
package io.sidetone.core.admission;
