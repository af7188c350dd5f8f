package io.sidetone.tools.softphone.call;

import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.measure.Percentiles;
import io.sidetone.tools.softphone.measure.StereoRecording;
import io.sidetone.tools.softphone.scenario.ScenarioEnd;
import io.sidetone.tools.softphone.wire.CallerTrack;
import java.util.List;

/** The result of a call. */
public sealed interface CallResult {
    /**
     * The call was never answered, or the two sides had no codec in common.
     *
     * @param status SIP status, or 0 when there is none
     * @param text reason, for people
     */
    record Failed(int status, String text) implements CallResult {
        @Override
        public String toString() {
            return status == 0 ? text : (status + " " + text).strip();
        }
    }

    /**
     * The call was answered.
     *
     * @param callId the SIP Call-ID
     * @param answeredNs when the answer came
     * @param endedNs when the call ended
     * @param endedBy who ended it, for people
     * @param media codec and address of the far end, and the crypto suite if there is one
     * @param report measurements on the wire
     * @param recording sound of both directions
     * @param keys keys pressed
     * @param ownLateness how late this side sent its own packets
     * @param scenario whether the script ran to its end
     */
    record Completed(
            String callId,
            long answeredNs,
            long endedNs,
            String endedBy,
            String media,
            CallReport report,
            StereoRecording recording,
            List<CallerTrack.Keys> keys,
            Percentiles ownLateness,
            ScenarioEnd scenario)
            implements CallResult {
        private static final double NS_PER_MS = 1_000_000;

        /** Returns {@code atNs}, on the clock of the call, in ms since the answer. */
        public double sinceAnswerMs(long atNs) {
            return (atNs - answeredNs) / NS_PER_MS;
        }
    }
}
