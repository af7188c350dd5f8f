/**
 * The contracts of the ports as abstract test classes: a test of an engine extends the class of its port and says how the
 * engine is opened.
 *
 * <ul>
 *   <li>Runs on: the thread of a test; engines answer on their own.
 *   <li>Reads: what an engine answers.
 *   <li>Writes: nothing.
 *   <li>Allocates: freely.
 * </ul>
 */
package io.sidetone.contract;
