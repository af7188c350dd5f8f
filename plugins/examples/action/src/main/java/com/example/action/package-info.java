/**
 * An action that looks into a stock.
 *
 * <ul>
 *   <li>Runs on: a thread that all actions share; nothing blocks.
 *   <li>Reads: what the model asks for.
 *   <li>Writes: one result for each invocation.
 *   <li>Allocates: per invocation.
 * </ul>
 */
package com.example.action;
