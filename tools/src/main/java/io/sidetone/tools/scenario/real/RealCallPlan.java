package io.sidetone.tools.scenario.real;

import io.sidetone.core.control.ExtraHeaders;
import io.sidetone.tools.scenario.file.Scenario;
import io.sidetone.tools.softphone.signalling.SipPhone;
import io.sidetone.transport.sip.message.SipHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Parts of a scenario that a real call carries, and those that it does not.
 *
 * @param invitation who calls, and the headers of the INVITE
 * @param missing what is not carried out, each with its reason
 */
record RealCallPlan(SipPhone.Invitation invitation, List<String> missing) {
    /** Form of what SIP calls a user; every other character would have to be escaped. */
    private static final String USER = "[A-Za-z0-9+*._~-]{1,64}";

    static RealCallPlan of(Scenario scenario) {
        List<String> missing = new ArrayList<>();
        String user = SipPhone.Invitation.PLAIN.user();
        if (scenario.from().matches(USER)) {
            user = scenario.from();
        } else {
            missing.add(missing("from", "'" + scenario.from() + "' is no number or name of a telephone"));
        }
        List<SipHeader> headers = headers(scenario.headers(), missing);
        if (!scenario.variables().isEmpty()) {
            missing.add(
                    missing("variables", "only POST /api/calls, an answer webhook or a router gives a call variables"));
        }
        if (!scenario.outcomes().isEmpty()) {
            missing.add(missing("outcomes", "the agent's actions are carried out"));
        }
        if (!scenario.answers().isEmpty()) {
            missing.add(missing("answers", "the agent's own model answers"));
        }
        return new RealCallPlan(new SipPhone.Invitation(user, headers), missing);
    }

    private static List<SipHeader> headers(Map<String, String> given, List<String> missing) {
        List<SipHeader> headers = new ArrayList<>();
        new TreeMap<>(given).forEach((name, value) -> {
            Optional<String> problem = headers.size() == ExtraHeaders.MAX
                    ? Optional.of("has more than " + ExtraHeaders.MAX + " headers")
                    : ExtraHeaders.problem(name, value);
            if (problem.isPresent()) {
                missing.add(missing("headers." + name, problem.get()));
            } else {
                headers.add(new SipHeader(name, value));
            }
        });
        return headers;
    }

    private static String missing(String key, String why) {
        return "not carried out in a real call: " + key + " (" + why + ")";
    }
}
