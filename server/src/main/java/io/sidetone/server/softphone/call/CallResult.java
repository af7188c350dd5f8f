package io.sidetone.server.softphone.call;

import io.sidetone.server.softphone.measure.CallReport;
import io.sidetone.server.softphone.measure.Percentiles;
import io.sidetone.server.softphone.measure.StereoRecording;
import io.sidetone.server.softphone.scenario.ScenarioEnd;
import io.sidetone.server.softphone.wire.CallerTrack;
import java.util.List;

/** How a call went. */
public sealed interface CallResult {
    /**
     * It was never answered, or both sides had no media in common.
     *
     * @param status SIP status, or 0 when there is none
     * @param text why, in words
     */
    record Failed(int status, String text) implements CallResult {
        @Override
        public String toString() {
            return status == 0 ? text : (status + " " + text).strip();
        }
    }

    /**
     * It was answered.
     *
     * @param callId the SIP Call-ID
     * @param inviteNs when the INVITE was sent
     * @param answeredNs when the answer came
     * @param endedNs when the call ended
     * @param endedBy who ended it, in words
     * @param media codec and address of the far end
     * @param report what was measured on the wire
     * @param recording both directions
     * @param keys keys pressed
     * @param ownLateness how late our own packets were sent
     * @param scenario whether the script ran through
     */
    record Completed(
            String callId,
            long inviteNs,
            long answeredNs,
            long endedNs,
            String endedBy,
            String media,
            CallReport report,
            StereoRecording recording,
            List<CallerTrack.Keys> keys,
            Percentiles ownLateness,
            ScenarioEnd scenario)
            implements CallResult {}
}
