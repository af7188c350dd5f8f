package io.sidetone.transport.trunk.link;

import io.sidetone.transport.sip.digest.ClientDigest;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.locate.Located;
import io.sidetone.transport.sip.locate.SipTarget;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.register.RegistrationSettings;
import io.sidetone.transport.sip.register.StandaloneRequests.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Checks one trunk that is called, one thing after another: DNS, each server by OPTIONS, then REGISTER without a Contact, which
 * asks for the registrations and changes none (RFC 3261 section 10.2.3). SIP event loop only.
 */
public final class TrunkCheck {
    private static final double NS_PER_MS = 1e6;

    private final TrunkSettings trunk;
    private final LinkServices services;
    private final Consumer<List<CheckStep>> done;
    private final List<CheckStep> steps = new ArrayList<>();
    private SipTarget answering;
    private boolean challenged;

    private TrunkCheck(TrunkSettings trunk, LinkServices services, Consumer<List<CheckStep>> done) {
        this.trunk = trunk;
        this.services = services;
        this.done = done;
    }

    /** Checks {@code trunk}; {@code done} gets what was found. */
    public static void run(TrunkSettings trunk, LinkServices services, Consumer<List<CheckStep>> done) {
        TrunkCheck check = new TrunkCheck(trunk, services, done);
        services.locator().locate(trunk.hop(), check::onLocated);
    }

    private void add(boolean ok, String what, String said) {
        steps.add(new CheckStep(ok, what, said));
    }

    private void onLocated(Located located) {
        if (located.targets().isEmpty()) {
            boolean tls = located.problem().startsWith("needs tls");
            add(false, tls ? "tls" : "dns", located.problem());
            done.accept(steps);
            return;
        }
        String asked = located.steps().isEmpty() ? "" : " (" + String.join(", ", located.steps()) + ")";
        add(
                true,
                "dns",
                String.join(
                                ", ",
                                located.targets().stream()
                                        .map(SipTarget::toString)
                                        .toList())
                        + asked);
        options(located.targets(), 0);
    }

    private SipFlow way(SipTarget target) {
        return services.opener().open(target.transport(), target.address());
    }

    private void options(List<SipTarget> targets, int at) {
        if (at == targets.size()) {
            afterOptions();
            return;
        }
        SipTarget target = targets.get(at);
        long sentNs = services.scheduler().nowNs();
        SipFlow way = way(target);
        new OptionsProbe(trunk, services).send(way, new Outcome() {
            @Override
            public void onFinal(SipRequest sent, SipResponse response, long nowNs) {
                challenged |= credentials(sent);
                answered(target, sent, response, (nowNs - sentNs) / NS_PER_MS);
                options(targets, at + 1);
            }

            @Override
            public void onSilence(SipRequest sent, long nowNs) {
                String problem = way.problem();
                boolean tls = target.transport().encrypted() && !problem.isEmpty();
                add(false, tls ? "tls" : "options", problem.isEmpty() ? silence(target) : target + ": " + problem);
                options(targets, at + 1);
            }
        });
    }

    private static String silence(SipTarget target) {
        return target + " does not answer; check that the firewall lets "
                + target.transport().parameter() + " through, and that the carrier knows our address";
    }

    private static boolean credentials(SipRequest sent) {
        return sent.header("Authorization") != null || sent.header("Proxy-Authorization") != null;
    }

    private void answered(SipTarget target, SipRequest sent, SipResponse response, double ms) {
        int status = response.statusCode();
        String said = target + " answers " + response.statusText() + String.format(" in %.1f ms", ms);
        if (status == 401 || status == 407) {
            answering = answering == null ? target : answering;
            add(false, "digest", target + " " + passwordRefused(sent, response));
        } else if (status == 503) {
            add(false, "options", said + "; it takes no calls now: ask the carrier");
        } else {
            answering = answering == null ? target : answering;
            add(true, "options", said);
        }
    }

    private String passwordRefused(SipRequest sent, SipResponse response) {
        if (trunk.account() == null) {
            return "asks for a password; set username and password";
        }
        return credentials(sent)
                ? "does not take the password; check username and password"
                : "asks for what cannot be answered: " + asked(response) + "; check realm, else ask the carrier";
    }

    private static String asked(SipResponse response) {
        String header = response.statusCode() == 407 ? "Proxy-Authenticate" : "WWW-Authenticate";
        return String.join(
                " or ",
                response.headerValues(header).stream()
                        .map(challenge -> challenge.replaceAll("(nonce|opaque)=\"[^\"]*\",? ?", ""))
                        .toList());
    }

    private void afterOptions() {
        if (answering == null || !trunk.register()) {
            if (challenged && steps.stream().allMatch(CheckStep::ok)) {
                add(true, "digest", "the password was asked for and is right");
            }
            done.accept(steps);
            return;
        }
        SipFlow flow = way(answering);
        RegistrationSettings registration = trunk.registration();
        NameAddress us = NameAddress.of(registration.address());
        SipRequest.Builder query = services.requests()
                .begin(
                        SipMethod.REGISTER,
                        registration.registrar(),
                        flow,
                        us,
                        us,
                        services.requests().tokens().callId(),
                        1);
        registration.route().forEach(header -> query.header(header.name(), header.value()));
        ClientDigest digest =
                new ClientDigest(trunk.account(), services.requests().tokens()::tag);
        services.requests().send(query.build(), flow, digest, OptionsProbe.LIMIT_NS, new RegisterOutcome());
    }

    /** Outcome of the REGISTER. */
    private final class RegisterOutcome implements Outcome {
        @Override
        public void onFinal(SipRequest sent, SipResponse response, long nowNs) {
            int status = response.statusCode();
            if (response.isSuccess()) {
                if (credentials(sent)) {
                    add(true, "digest", "the password was asked for and is right");
                }
                int contacts = response.contacts().size();
                add(true, "register", "known, with " + contacts + (contacts == 1 ? " contact" : " contacts"));
            } else if (status == 401 || status == 407) {
                add(false, "digest", "the registrar " + passwordRefused(sent, response));
            } else {
                add(false, "register", "the registrar answers " + response.statusText() + "; " + remedy(status));
            }
            done.accept(steps);
        }

        private String remedy(int status) {
            return switch (status) {
                case 403 -> "check username and password, and that the account may register from here";
                case 404 -> "check username and from-domain";
                case 405, 501 -> "this server takes no registrations: check to, or remove register";
                default -> "ask the carrier";
            };
        }

        @Override
        public void onSilence(SipRequest sent, long nowNs) {
            add(false, "register", "the registrar does not answer REGISTER; check to, else ask the carrier");
            done.accept(steps);
        }
    }
}
