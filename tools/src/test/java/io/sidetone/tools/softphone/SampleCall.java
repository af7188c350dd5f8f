package io.sidetone.tools.softphone;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.measure.Percentiles;
import io.sidetone.tools.softphone.measure.StereoRecording;
import io.sidetone.tools.softphone.scenario.ScenarioEnd;
import io.sidetone.tools.softphone.wire.CallerTrack;
import io.sidetone.tools.softphone.wire.PacketLog;
import java.util.List;

/** A call of 20 s: the agent greets, the caller asks, interrupts the answer and gets another one. */
public final class SampleCall {
    private static final long MS = 1_000_000;

    private SampleCall() {}

    /** Returns the call as it was on the wire; the answer came 50 ms after the INVITE. */
    public static CallResult.Completed completed() {
        CallReport report = new CallReport(
                50,
                100.0,
                List.of(
                        new CallReport.Span(100, 2_000),
                        new CallReport.Span(4_500, 6_150),
                        new CallReport.Span(8_000, 18_000)),
                List.of(
                        new CallReport.Play("hours.wav", 2_700.0, 3_700.0, null, 800.0),
                        new CallReport.Play("book.wav", 6_000.0, 7_200.0, 150.0, 800.0),
                        new CallReport.Play("mute.wav", null, null, null, null)),
                1_000,
                0,
                new Percentiles(0.1, 0.2, 0.3));
        return new CallResult.Completed(
                "abc",
                1_000 * MS,
                21_000 * MS,
                "the caller",
                "PCMU with 127.0.0.1:20000",
                report,
                StereoRecording.of(8_000, new CallerTrack(), new PacketLog()),
                List.of(new CallerTrack.Keys("5", 19_500 * MS, 19_700 * MS)),
                new Percentiles(0.1, 0.2, 0.3),
                new ScenarioEnd(true, ""));
    }

    /** Returns the same call as the server saw it; its clock began 40 ms before the answer. */
    public static ServerCall server() {
        try {
            return ServerCall.of(
                    new ObjectMapper()
                            .readTree(
                                    """
                    {"callId": "01ABC", "agent": "desk", "startedAt": "2026-01-01T00:00:00.000Z",
                     "end": {"cause": "CALLER_HUNG_UP"},
                     "timeline": [
                       {"atMs": 0, "kind": "state", "text": "NOT_CONNECTED -> CONNECTING (VIP-T01, sip-udp)"},
                       {"atMs": 100, "kind": "state", "text": "CONNECTING -> SPEAKING (VIP-T04, first audio)"},
                       {"atMs": 2040, "kind": "agent", "text": "Hello <there>."},
                       {"atMs": 2940, "kind": "state", "text": "SPEAKING -> LISTENING (VIP-T03, speech)"},
                       {"atMs": 3300, "kind": "partial", "text": "what are"},
                       {"atMs": 4440, "kind": "transcript", "text": "what are your opening hours"},
                       {"atMs": 6180, "kind": "yield", "text": "agent paused at 1600 ms of its turn"},
                       {"atMs": 6280, "kind": "commit", "text": "interrupted by speech; heard: From Monday to"},
                       {"atMs": 7940, "kind": "transcript", "text": "i would like to book an appointment"},
                       {"atMs": 7990, "kind": "action", "text": "book_appointment {day=tuesday}"},
                       {"atMs": 8000, "kind": "action", "text": "book_appointment -> ok"},
                       {"atMs": 18040, "kind": "agent", "text": "Which day would you like?"}],
                     "history": [{"role": "assistant", "text": "Hello", "interrupted": false}],
                     "metrics": {"bargeIns": 1, "ageMs": 20040},
                     "sip": [
                       {"at": "2026-01-01T00:00:00.000Z", "direction": "in", "summary": "INVITE sip:desk (1 INVITE) [sdp]"},
                       {"at": "2026-01-01T00:00:00.040Z", "direction": "out", "summary": "200 OK (1 INVITE) [sdp]"}],
                     "answers": [{"turnId": "turn-3", "slowest": "endpoint", "endedBy": "words", "decidedMs": 340,
                       "wordsMs": 350, "requestMs": 160, "textMs": 400, "clauseMs": 410, "voiceMs": 500, "audioMs": 510}]}
                    """));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
