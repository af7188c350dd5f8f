package io.sidetone.tools.softphone.demo;

import io.sidetone.tools.softphone.api.ServerCall;
import io.sidetone.tools.softphone.call.CallResult;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Checks that the demonstration showed every promised part. Reads the server's report and the measurements on the wire.
 */
final class DemoVerdict {
    private static final String BOOKED = "book_appointment -> ok";

    /** An interruption by speech evidence or by recognized words. */
    private static final Pattern SPOKEN = Pattern.compile("\\b(speech|words)\\b");

    private DemoVerdict() {}

    /** Returns the missing parts, a sentence each; empty when the demonstration was complete. */
    static List<String> missing(CallResult.Completed call, ServerCall server) {
        List<String> missing = new ArrayList<>();
        boolean heard = false;
        boolean keyed = false;
        boolean booked = false;
        boolean interrupted = false;
        for (ServerCall.Event event : server.timeline()) {
            heard |= event.kind().equals("transcript") && !event.text().isBlank();
            keyed |= event.kind().equals("digit");
            booked |= event.kind().equals("action") && event.text().contains(BOOKED);
            interrupted |= event.kind().equals("commit")
                    && SPOKEN.matcher(event.text()).find();
        }
        if (!booked) {
            missing.add("no appointment was booked: the server's timeline has no '" + BOOKED + "'");
        } else if (!heard || keyed) {
            missing.add("the appointment was not booked by speech alone");
        }
        if (!interrupted || server.metric("bargeIns") < 1) {
            missing.add("the server saw no interruption by speech");
        }
        if (call.report().plays().stream().noneMatch(play -> play.onsetToLastAgentPacketMs() != null)) {
            missing.add("on the wire the caller never spoke while the agent did");
        }
        if (!call.scenario().complete()) {
            missing.add("the script did not run through: " + call.scenario().text());
        }
        return missing;
    }
}
