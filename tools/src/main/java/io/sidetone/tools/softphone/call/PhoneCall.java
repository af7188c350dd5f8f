package io.sidetone.tools.softphone.call;

import io.sidetone.tools.softphone.measure.AgentStream;
import io.sidetone.tools.softphone.measure.CallReport;
import io.sidetone.tools.softphone.measure.Percentiles;
import io.sidetone.tools.softphone.measure.StereoRecording;
import io.sidetone.tools.softphone.scenario.Scenario;
import io.sidetone.tools.softphone.scenario.ScenarioLimits;
import io.sidetone.tools.softphone.script.CallScript;
import io.sidetone.tools.softphone.script.Improviser;
import io.sidetone.tools.softphone.signalling.PhoneCallLeg;
import io.sidetone.tools.softphone.signalling.SipPhone;
import io.sidetone.tools.softphone.signalling.SipTarget;
import io.sidetone.tools.softphone.wire.CallEcho;
import io.sidetone.tools.softphone.wire.CallLoop;
import io.sidetone.tools.softphone.wire.CallerSender;
import io.sidetone.tools.softphone.wire.CallerTrack;
import io.sidetone.tools.softphone.wire.FarEndEcho;
import io.sidetone.tools.softphone.wire.LatenessLog;
import io.sidetone.tools.softphone.wire.LineFormat;
import io.sidetone.tools.softphone.wire.LineImpairment;
import io.sidetone.tools.softphone.wire.MediaSockets;
import io.sidetone.transport.loop.BindFailedException;
import io.sidetone.transport.sip.digest.DigestAccount;
import io.sidetone.transport.sip.sdp.LocalMedia;
import io.sidetone.transport.sip.sdp.MediaAgreement;
import io.sidetone.transport.sip.sdp.SdpCodec;
import io.sidetone.transport.sip.sdp.SrtpPolicy;
import io.sidetone.transport.sip.ua.SipEndCause;
import io.sidetone.transport.tls.ClientTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One real call, from the INVITE to its end. Connects the telephone, its media, the scenario and the measurements.
 *
 * <p>{@link #run} blocks until the call is over; {@link #hangUp} ends it from any thread.
 */
public final class PhoneCall {
    private static final long BYE_SECONDS = 5;

    private final SipTarget target;
    private final CallScript script;
    private final ScenarioLimits limits;
    private final CallProgress progress;
    private final long seed;
    private final LongSupplier clock;
    private final Events events = new Events();
    private final CallerTrack track = new CallerTrack();
    private final LatenessLog lateness = new LatenessLog();
    private List<SdpCodec> offered = LocalMedia.NARROWBAND;
    private Optional<CallEcho> echo = Optional.empty();
    private SrtpPolicy srtp = SrtpPolicy.OFF;
    private DigestAccount account;
    private SipPhone.Invitation invitation = SipPhone.Invitation.PLAIN;
    private Improviser improviser;
    private volatile PhoneCallLeg leg;
    private Optional<ClientTls> trust = Optional.empty();
    private volatile boolean hangUpRequested;

    /**
     * Prepares a call.
     *
     * @param seed of the caller's media source and line noise
     * @param clock monotonic, in nanoseconds
     */
    public PhoneCall(
            SipTarget target,
            CallScript script,
            ScenarioLimits limits,
            CallProgress progress,
            long seed,
            LongSupplier clock) {
        this.target = target;
        this.script = script;
        this.limits = limits;
        this.progress = progress;
        this.seed = seed;
        this.clock = clock;
    }

    /** Sets the codecs to offer, the preferred one first; call before {@link #run}. Default: µ-law and A-law. */
    public PhoneCall offering(List<SdpCodec> codecs) {
        offered = List.copyOf(codecs);
        return this;
    }

    /** Sets how the telephone couples back the sound it plays; call before {@link #run}. Default: not at all. */
    public PhoneCall echoing(Optional<CallEcho> path) {
        echo = path;
        return this;
    }

    /** Sets whether to offer SRTP; call before {@link #run}. Default: off. */
    public PhoneCall encrypting(SrtpPolicy policy) {
        srtp = policy;
        return this;
    }

    /** Sets who calls, where the far end asks for a password; call before {@link #run}. Default: nobody. */
    public PhoneCall calling(Optional<DigestAccount> caller) {
        account = caller.orElse(null);
        return this;
    }

    /** Sets what the INVITE says of the caller; call before {@link #run}. Default: nothing. */
    public PhoneCall inviting(SipPhone.Invitation what) {
        invitation = what;
        return this;
    }

    /** Sets who thinks of what the caller does where the script ends; call before {@link #run}. Default: nobody. */
    public PhoneCall improvising(Improviser who) {
        improviser = who;
        return this;
    }

    /** Sets who is believed over TLS; call before {@link #run}. Default: nobody, so that TLS cannot be used. */
    public PhoneCall trusting(Optional<ClientTls> authorities) {
        trust = authorities;
        return this;
    }

    /**
     * Places the call and waits for its end.
     *
     * @throws IOException when the sockets cannot be opened
     * @throws BindFailedException when no SIP port is free
     */
    public CallResult run() throws IOException, BindFailedException, InterruptedException {
        InetAddress local = target.localAddress();
        try (MediaSockets line = MediaSockets.open(local, clock);
                SipPhone phone = SipPhone.open(local, trust, clock)) {
            events.line = line;
            phone.account(account);
            if (srtp != SrtpPolicy.OFF) {
                line.awaitKeys();
            }
            leg = phone.place(target, line.local().getPort(), offered, srtp, invitation, events);
            if (hangUpRequested) {
                leg.hangUp();
            }
            events.answeredOrEnded.await();
            if (events.media == null) {
                events.ended.await(BYE_SECONDS, TimeUnit.SECONDS);
                return new CallResult.Failed(events.status(), events.reason());
            }
            Scenario scenario = talk(line);
            return completed(line, scenario);
        }
    }

    private Scenario talk(MediaSockets line) throws InterruptedException {
        LineFormat format = format(events.media);
        CallerSender sender = new CallerSender(format, seed, line::send, track);
        echo.ifPresent(path -> sender.echoing(
                new FarEndEcho(line.arrivals(), format.codec().sampleRateHz(), path.lossDb(), path.delayMs())));
        sender.faulty(
                new LineImpairment(format.codec().sampleRateHz(), script.line(), seed, new SplittableRandom(seed)));
        Scenario scenario = new Scenario(script, limits, sender);
        scenario.improvising(improviser);
        scenario.answered(events.answeredNs);
        CallLoop loop = new CallLoop(scenario, sender, line.arrivals(), lateness, clock);
        Thread sending = new Thread(loop, "softphone-send");
        events.loop = loop;
        if (events.ended.getCount() == 0) {
            loop.stop();
        }
        sending.start();
        sending.join();
        scenario.ended();
        leg.hangUp();
        events.ended.await(BYE_SECONDS, TimeUnit.SECONDS);
        return scenario;
    }

    private CallResult completed(MediaSockets line, Scenario scenario) {
        int sampleRateHz = events.media.codec().sampleRateHz();
        AgentStream agent = AgentStream.of(line.arrivals(), sampleRateHz);
        CallReport report = CallReport.of(events.invitedNs, events.answeredNs, agent, track.sounds());
        return new CallResult.Completed(
                events.callId,
                events.answeredNs,
                events.endedNs == 0 ? clock.getAsLong() : events.endedNs,
                events.endedBy(),
                media(events.media),
                report,
                StereoRecording.of(sampleRateHz, track, line.arrivals()),
                track.keys(),
                Percentiles.ofNs(lateness.valuesNs()),
                scenario.end());
    }

    private static String media(MediaAgreement media) {
        String codec = media.codec().name() + " with " + text(media.remoteRtp());
        return media.keys() == null ? codec : codec + ", " + media.keys().suite();
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    private static LineFormat format(MediaAgreement media) {
        return new LineFormat(
                LineFormat.codecOf(media.codec().payloadType()), media.sendPayloadType(), media.sendEventPayloadType());
    }

    /** Ends the call as soon as its state allows it. Any thread; a second call has no effect. */
    public void hangUp() {
        hangUpRequested = true;
        PhoneCallLeg placed = leg;
        if (placed != null) {
            placed.hangUp();
        }
    }

    /** Records what the SIP event loop reports; the latches publish it to other threads. */
    private final class Events implements PhoneCallLeg.Listener {
        private final CountDownLatch answeredOrEnded = new CountDownLatch(1);
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile MediaSockets line;
        private volatile CallLoop loop;
        private volatile String callId = "";
        private volatile long invitedNs;
        private volatile long answeredNs;
        private volatile long endedNs;
        private volatile MediaAgreement media;
        private volatile SipEndCause cause;
        private volatile String mediaProblem;

        @Override
        public void onInvited(String id, long nowNs) {
            callId = id;
            invitedNs = nowNs;
        }

        @Override
        public void onProgress(int status) {
            progress.onProgress(status);
        }

        @Override
        public void onAnswered(MediaAgreement agreement, long nowNs) {
            answeredNs = nowNs;
            aim(agreement);
            media = agreement;
            answeredOrEnded.countDown();
            progress.onAnswered(callId);
        }

        @Override
        public void onMediaChanged(MediaAgreement agreement) {
            aim(agreement);
        }

        /** While the call is on hold, nothing is sent. */
        private void aim(MediaAgreement agreement) {
            boolean sends = agreement.direction().sends() && !agreement.hold();
            line.keys(agreement.keys());
            line.remote(agreement.remoteRtp(), sends);
        }

        @Override
        public void onEnded(SipEndCause why, String problem, long nowNs) {
            cause = why;
            mediaProblem = problem;
            endedNs = nowNs;
            ended.countDown();
            answeredOrEnded.countDown();
            CallLoop running = loop;
            if (running != null) {
                running.stop();
            }
        }

        private int status() {
            if (mediaProblem != null) {
                return 0;
            }
            return cause == null ? 0 : cause.statusCode();
        }

        private String reason() {
            if (mediaProblem != null) {
                return "no media in common: " + mediaProblem;
            }
            if (cause == null) {
                return "no answer to our goodbye";
            }
            if (!cause.text().isEmpty()) {
                return cause.text();
            }
            return switch (cause.kind()) {
                case NO_RESPONSE -> "no response from " + target.remote() + "; is anything listening there?";
                case NO_ANSWER -> "no answer";
                case TRANSPORT_FAILED -> "the INVITE could not be sent to " + target.remote();
                case NO_SESSION_DESCRIPTION -> "the answer describes no media";
                case HUNG_UP -> "given up before the answer";
                default -> cause.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            };
        }

        /** Returns what the Reason header of the goodbye says, in brackets. */
        private String why() {
            String code = cause.statusCode() == 0 ? "" : "cause " + cause.statusCode();
            String why = Stream.of(cause.text(), code)
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining(", "));
            return why.isEmpty() ? "" : " (" + why + ")";
        }

        private String endedBy() {
            if (cause == null) {
                return "the caller; the goodbye was not answered";
            }
            return switch (cause.kind()) {
                case PEER_HUNG_UP -> "the agent" + why();
                case HUNG_UP -> "the caller";
                default -> cause.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            };
        }
    }
}
