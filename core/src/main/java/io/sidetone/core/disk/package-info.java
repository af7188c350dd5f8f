/**
 * Files and folders that hold what people said, readable for their owner only.
 *
 * <ul>
 *   <li>Runs on: any thread that may wait for a disk.
 *   <li>Reads: permissions.
 *   <li>Writes: folders, files and their permissions.
 *   <li>Allocates: per file.
 * </ul>
 */
package io.sidetone.core.disk;
