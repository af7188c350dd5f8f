/**
 * A router that knows extensions.
 *
 * <ul>
 *   <li>Runs on: one of the threads that all routers share; nothing blocks.
 *   <li>Reads: which number a call rings at.
 *   <li>Writes: one answer for each call.
 *   <li>Allocates: per call.
 * </ul>
 */
package com.example.router;
