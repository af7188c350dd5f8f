/**
 * Way in which a record says what may be configured. Modules that do not see each other share it: engines describe their options by
 * it, and the configuration reads keys and options by one binder.
 *
 * <ul>
 *   <li>Runs on: the thread that loads the configuration.
 *   <li>Reads: nothing.
 *   <li>Writes: nothing.
 *   <li>Allocates: nothing.
 * </ul>
 */
package io.sidetone.core.setting;
