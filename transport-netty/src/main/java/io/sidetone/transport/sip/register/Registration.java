package io.sidetone.transport.sip.register;

import io.sidetone.transport.sip.digest.ClientDigest;
import io.sidetone.transport.sip.endpoint.SipFlow;
import io.sidetone.transport.sip.message.NameAddress;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.register.RegistrationMachine.Facts;
import io.sidetone.transport.sip.register.RegistrationState.Action;
import io.sidetone.transport.sip.register.RegistrationState.Event;
import io.sidetone.transport.sip.transaction.SipScheduler;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Registers at a carrier and keeps the registration (RFC 3261 section 10, RFC 5626, RFC 6140). SIP event loop only.
 */
public final class Registration {
    private static final long ANSWER_LIMIT_NS = TimeUnit.SECONDS.toNanos(12);
    private static final long GOODBYE_LIMIT_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int FIRST_NUMBER = 1;
    private static final int CHANCES = 1_000;

    private final RegistrationSettings settings;
    private final StandaloneRequests requests;
    private final Site site;
    private final RegistrationMachine machine = new RegistrationMachine();
    private final ClientDigest digest;
    private final String callId;
    private long number = FIRST_NUMBER;
    private SipFlow flow;
    private SipUri contact;
    private SipScheduler.Timer timer;
    private String problem = "";
    private int status;
    private int flowTimerSeconds;

    /** Things that a registration needs of its trunk. */
    public interface Site {
        /** Finds the registrar; later {@link Registration#located} is called. */
        void locate();

        /** Returns the way to the server in use. */
        SipFlow way();

        /** Goes on to the next server; false when there is none. */
        boolean nextServer();

        /** Returns our Contact on a flow; its user does not count. */
        SipUri contact(SipFlow flow);

        /** The registration changed. */
        void onChange();

        /** All is over: the registration was taken back, or there was none. */
        void onEnded();
    }

    /** Creates a registration that does nothing yet. */
    public Registration(RegistrationSettings settings, StandaloneRequests requests, Site site) {
        this.settings = settings;
        this.requests = requests;
        this.site = site;
        this.digest = new ClientDigest(settings.account(), requests.tokens()::tag);
        this.callId = requests.tokens().callId();
    }

    /** Registers, and goes on to do so. */
    public void start() {
        fire(Event.START, 0);
    }

    /** The registrar was found, or was not. */
    public void located(boolean found, String why) {
        if (!found) {
            problem = why;
        }
        fire(found ? Event.LOCATED : Event.UNLOCATED, 0);
    }

    /** A connection is closed. */
    public void onFlowClosed(SipFlow closed) {
        if (closed.equals(flow)) {
            problem = closed.problem().isEmpty() ? "the connection was closed" : closed.problem();
            fire(Event.FLOW_LOST, 0);
        }
    }

    /** Takes the registration back; {@link Site#onEnded} follows. */
    public void stop() {
        fire(Event.STOP, 0);
    }

    /** Returns what is known of it. */
    public RegistrationMachine machine() {
        return machine;
    }

    /** Returns why it failed last, or nothing. */
    public String problem() {
        return problem;
    }

    /** Returns how often the registrar wants to hear from the flow (RFC 5626 section 5.4), in s; 0 when it did not say. */
    public int flowTimerSeconds() {
        return flowTimerSeconds;
    }

    private void fire(Event event, int seconds) {
        double chance = requests.tokens().between(0, CHANCES) / (double) CHANCES;
        List<Action> actions = machine.transition(
                event, new Facts(seconds, chance), requests.scheduler().nowNs());
        if (actions == null) {
            return;
        }
        if (!actions.isEmpty()) {
            cancelTimer();
        }
        for (Action action : actions) {
            switch (action) {
                case LOCATE -> site.locate();
                case SEND -> send(machine.requestedSeconds(), ANSWER_LIMIT_NS);
                case TAKE_BACK -> send(0, GOODBYE_LIMIT_NS);
                case AWAIT_REFRESH, BACK_OFF, BACK_OFF_LONG, RETRY_SOON ->
                    timer = requests.scheduler()
                            .schedule(machine.dueNs() - requests.scheduler().nowNs(), () -> fire(Event.DUE, 0));
                default -> site.onEnded();
            }
        }
        site.onChange();
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    private void send(int seconds, long limitNs) {
        flow = site.way();
        contact = withUser(
                site.contact(flow),
                settings.bulkNumbers() ? null : settings.account().username());
        NameAddress us = NameAddress.of(settings.address());
        SipRequest.Builder register = requests.begin(
                        SipMethod.REGISTER, settings.registrar(), flow, us, us, callId, number)
                .header("Contact", contactHeader())
                .header("Expires", Integer.toString(seconds))
                .header("Supported", "path, outbound" + (settings.bulkNumbers() ? ", gin" : ""));
        settings.route().forEach(header -> register.header(header.name(), header.value()));
        if (settings.bulkNumbers()) {
            register.header("Require", "gin").header("Proxy-Require", "gin");
        }
        requests.send(register.build(), flow, digest, limitNs, new RegisterOutcome(seconds));
    }

    private static SipUri withUser(SipUri host, String user) {
        if (host.secure()) {
            return SipUri.sips(user, host.host(), host.port());
        }
        SipUri uri = SipUri.sip(user, host.host(), host.port());
        return host.transport() == null ? uri : uri.withParameter("transport", host.transport());
    }

    /** With RFC 6140 the URI has {@code bnc} instead of a user; reg-id makes it a flow of RFC 5626. */
    private String contactHeader() {
        SipUri uri = settings.bulkNumbers() ? contact.withParameter("bnc", null) : contact;
        return NameAddress.of(uri)
                .withParameter("reg-id", "1")
                .withParameter("+sip.instance", "\"<" + settings.instance() + ">\"")
                .toString();
    }

    /** Outcome of one REGISTER. */
    private final class RegisterOutcome implements StandaloneRequests.Outcome {
        private final int requested;

        RegisterOutcome(int requested) {
            this.requested = requested;
        }

        @Override
        public void onFinal(SipRequest sent, SipResponse response, long nowNs) {
            number = sent.cseq().number() + 1;
            status = response.statusCode();
            if (response.isSuccess()) {
                accepted(response);
            } else if (status == 423) {
                tooBrief(response);
            } else if (status == 408 || status == 503 || status == 500 || status == 504) {
                problem = response.statusText();
                elsewhere(GrantedContact.number(response.header("Retry-After"), 0));
            } else {
                problem = response.statusText();
                fire(Event.REFUSED, GrantedContact.number(response.header("Retry-After"), 0));
            }
        }

        private void accepted(SipResponse response) {
            int granted = GrantedContact.seconds(response, contact, requested);
            if (granted <= 0 && requested > 0) {
                problem = "the registrar accepted and did not list our contact " + contact;
                fire(Event.REFUSED, 0);
                return;
            }
            problem = "";
            flowTimerSeconds = GrantedContact.number(response.header("Flow-Timer"), 0);
            fire(Event.ACCEPTED, granted);
        }

        private void tooBrief(SipResponse response) {
            int least = GrantedContact.number(response.header("Min-Expires"), 0);
            if (least > requested) {
                fire(Event.TOO_BRIEF, least);
            } else {
                problem = "423 with Min-Expires " + response.header("Min-Expires") + " for " + requested + " s";
                fire(Event.REFUSED, 0);
            }
        }

        @Override
        public void onSilence(SipRequest sent, long nowNs) {
            number = sent.cseq().number() + 1;
            problem = flow.problem().isEmpty()
                    ? "no answer from " + flow.transport().parameter() + " " + flow.remote()
                    : flow.problem();
            elsewhere(0);
        }

        private void elsewhere(int seconds) {
            boolean more = machine.state() != RegistrationState.LEAVING && site.nextServer();
            fire(more ? Event.NEXT_SERVER : Event.NO_SERVER, seconds);
        }
    }
}
