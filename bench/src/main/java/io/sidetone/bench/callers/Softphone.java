package io.sidetone.bench.callers;

import io.sidetone.bench.harness.Target;
import io.sidetone.tools.softphone.call.CallProgress;
import io.sidetone.tools.softphone.call.CallResult;
import io.sidetone.tools.softphone.call.PhoneCall;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.ScriptStep;
import io.sidetone.tools.softphone.signalling.SipTarget;
import java.io.IOException;
import java.util.List;

/** A caller who does what a script says, and times on the wire what he hears. */
public final class Softphone {
    private Softphone() {}

    /**
     * Calls {@code agent} of {@code server}. Blocks until the call is over.
     *
     * @param seed of the telephone's own numbers
     * @throws IOException when the call failed; the message has what the server said
     */
    public static CallResult.Completed call(
            Target server, String agent, List<ScriptStep> steps, CallProgress progress, long seed) throws Exception {
        PhoneCall phone = new PhoneCall(
                SipTarget.resolve("sip:" + agent + "@" + server.sip()),
                new CallScript(steps, false),
                ScenarioLimits.DEFAULT,
                progress,
                seed,
                System::nanoTime);
        CallResult result = phone.run();
        if (result instanceof CallResult.Completed completed) {
            return completed;
        }
        throw new IOException("a call to " + agent + " failed: " + result + "; the server said:\n" + server.said());
    }
}
