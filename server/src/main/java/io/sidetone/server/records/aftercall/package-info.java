/**
 * Work after a call is over: its recording, what its model writes down about it, the event that sums it up, and its
 * erasure.
 *
 * <ul>
 *   <li>Runs on: the recording thread, threads for models, for events and for erasures; taps and observers on lanes.
 *   <li>Reads: records of calls, folders of recordings, journals and captures, the call store.
 *   <li>Writes: files of recordings, events for subscribers, questions to models; removes what is kept of a caller.
 *   <li>Allocates: per call and request; nothing per frame.
 * </ul>
 */
package io.sidetone.server.records.aftercall;
