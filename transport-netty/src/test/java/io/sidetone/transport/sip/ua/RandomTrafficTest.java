package io.sidetone.transport.sip.ua;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sidetone.transport.sip.message.SipMessage;
import io.sidetone.transport.sip.message.SipMethod;
import io.sidetone.transport.sip.message.SipRequest;
import io.sidetone.transport.sip.message.SipResponse;
import io.sidetone.transport.sip.message.SipUri;
import io.sidetone.transport.sip.message.Written;
import io.sidetone.transport.sip.transaction.FakeFlow;
import io.sidetone.transport.sip.transaction.SipCoreCounter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Whatever peers, the application and the network do in whatever order: nothing is thrown, every call ends exactly once,
 * and when all timers have run no call, dialog, transaction or timer is left.
 */
class RandomTrafficTest {
    private static final int RUNS = 400;
    private static final int STEPS = 150;
    private static final int[] STATUSES = {
        100, 180, 183, 200, 200, 202, 302, 404, 405, 408, 422, 481, 486, 487, 488, 491, 500, 503, 603
    };

    @Test
    void shouldLeaveNothingBehindAfterRandomTraffic() {
        long base = Long.getLong("sidetone.seed", 20_260_101L);
        Map<SipCoreCounter, Long> totals = new EnumMap<>(SipCoreCounter.class);
        Set<SipEndCause.Kind> ends = EnumSet.noneOf(SipEndCause.Kind.class);
        Set<CallState> states = EnumSet.noneOf(CallState.class);
        for (int run = 0; run < RUNS; run++) {
            long seed = base + run;
            try {
                Storm storm = new Storm(seed, states);
                storm.run();
                for (SipCoreCounter counter : SipCoreCounter.values()) {
                    totals.merge(counter, storm.bench.count(counter), Long::sum);
                }
                storm.stt().forEach(stt -> ends.add(stt.end.kind()));
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("seed " + seed + " (run again with -Dsidetone.seed=" + seed + ")", failure);
            }
        }
        // The storm has to have been one: every way to end, every state, every counter but those of overload.
        assertThat(ends).containsExactlyInAnyOrder(SipEndCause.Kind.values());
        assertThat(states).containsExactlyInAnyOrder(CallState.values());
        Set<SipCoreCounter> overload = EnumSet.of(
                SipCoreCounter.REFUSED_TRANSACTIONS_FULL,
                SipCoreCounter.REFUSED_HALF_OPEN,
                SipCoreCounter.APPLICATION_FAILURES,
                SipCoreCounter.CALLS_REFUSED_BUSY,
                SipCoreCounter.FOREIGN_RESPONSES);
        totals.forEach((counter, total) ->
                assertThat(total > 0).as("%s happened", counter).isEqualTo(!overload.contains(counter)));
    }

    /** One run. */
    private static final class Storm {
        private final Random random;
        private final UaBench bench = new UaBench();
        private final List<Peer> peers = new ArrayList<>();
        private final List<SipRequest> received = new ArrayList<>();
        private final List<SipRequest> ours = new ArrayList<>();
        private final List<OutgoingCall> placed = new ArrayList<>();
        private final List<UaBench.Heard> placedEars = new ArrayList<>();

        private final Set<CallState> states;

        Storm(long seed, Set<CallState> states) {
            random = new Random(seed);
            this.states = states;
        }

        List<UaBench.Heard> stt() {
            List<UaBench.Heard> all = new ArrayList<>(bench.heard);
            all.addAll(placedEars);
            return all;
        }

        void run() {
            for (int i = 0; i < 3; i++) {
                peers.add(new Peer(bench, random.nextBoolean() ? bench.udp : bench.tcp, "call" + i + "@x"));
            }
            for (int step = 0; step < STEPS; step++) {
                step();
                collect();
                bench.calls.forEach(call -> states.add(call.state()));
                placed.forEach(call -> states.add(call.state()));
            }
            bench.tcp.reopen();
            bench.udp.reopen();
            bench.agent.hangUpAll("over");
            bench.scheduler.runAll();
            bench.assertEmpty();
            assertThat(bench.count(SipCoreCounter.APPLICATION_FAILURES)).isZero();
            assertThat(stt()).allSatisfy(stt -> assertThat(stt.end).isNotNull());
            assertThat(bench.calls).hasSize((int) bench.count(SipCoreCounter.CALLS_IN));
        }

        private void step() {
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> request();
                case 3 -> repeat();
                case 4, 5 -> acknowledge();
                case 6, 7 -> respond();
                case 8, 9 -> application();
                case 10 -> bench.scheduler.advanceMillis(random.nextInt(4) == 0 ? random.nextInt(60_000) : 300);
                default -> network();
            }
        }

        private <T> T any(List<T> list) {
            return list.isEmpty() ? null : list.get(random.nextInt(list.size()));
        }

        private byte[] sdp() {
            return random.nextInt(4) == 0
                    ? null
                    : UaBench.sdp("198.51.100.7", random.nextInt(3), random.nextBoolean() ? "sendrecv" : "sendonly");
        }

        private void request() {
            Peer peer = any(peers);
            if (random.nextInt(8) == 0) {
                peer.toTag = random.nextBoolean() ? null : "wrong";
            }
            if (random.nextInt(10) == 0) {
                peer.cseq = Math.max(0, peer.cseq - 2);
            }
            String[] methods = {"INVITE", "INVITE", "INVITE", "BYE", "UPDATE", "INFO", "OPTIONS", "REFER", "NOTIFY", "X"
            };
            SipMethod method = SipMethod.of(methods[random.nextInt(methods.length)]);
            SipRequest.Builder builder = peer.next(method);
            if (random.nextInt(6) == 0) {
                builder.header("Supported", "timer").header("Session-Expires", random.nextBoolean() ? "90" : "30");
            }
            if (random.nextInt(20) == 0) {
                builder.header("Require", "100rel");
            }
            if (method.equals(SipMethod.NOTIFY) && random.nextInt(5) > 0) {
                String[] fragments = {"SIP/2.0 100 Trying", "SIP/2.0 200 OK", "SIP/2.0 486 Busy", "", "x"};
                builder.header("Event", random.nextInt(8) == 0 ? "presence" : "refer")
                        .header("Subscription-State", random.nextBoolean() ? "active" : "terminated")
                        .body("message/sipfrag", fragments[random.nextInt(fragments.length)].getBytes(US_ASCII));
            }
            SipRequest request = method.equals(SipMethod.NOTIFY)
                    ? builder.build()
                    : Peer.withSdp(builder, sdp()).build();
            received.add(request);
            peer.send(request);
        }

        private void repeat() {
            SipRequest request = any(received);
            if (request != null) {
                bench.receive(request, request.topVia().transport().equals("UDP") ? bench.udp : bench.tcp);
            }
        }

        private void acknowledge() {
            Peer peer = any(peers);
            if (peer.lastInvite == null) {
                return;
            }
            switch (random.nextInt(4)) {
                case 0 -> peer.cancel();
                case 1 -> peer.ackFailure();
                default -> peer.ack(sdp());
            }
        }

        private void respond() {
            SipRequest request = any(ours);
            if (request == null || request.method().equals(SipMethod.ACK)) {
                return;
            }
            int status = STATUSES[random.nextInt(STATUSES.length)];
            String tag = random.nextInt(5) == 0 ? "fork" + random.nextInt(3) : "a1";
            SipResponse.Builder response = SipResponse.forRequest(request, status, null, tag)
                    .header("Contact", "<sip:" + tag + "@198.51.100.7:5060>");
            if (status == 422) {
                response.header("Min-SE", Integer.toString(90 + random.nextInt(2_000)));
            }
            if (status == 500) {
                response.header("Retry-After", Integer.toString(random.nextInt(12)));
            }
            byte[] sdp = sdp();
            if (sdp != null) {
                response.body("application/sdp", sdp);
            }
            bench.receive(response.build(), bench.udp);
        }

        private void application() {
            IncomingCall call = any(bench.calls);
            OutgoingCall own = any(placed);
            switch (random.nextInt(10)) {
                case 0 -> place();
                case 1, 2 -> {
                    if (call != null) {
                        call.answer(UaBench.ANSWER);
                    }
                }
                case 3 -> {
                    if (call != null && !call.ringing()) {
                        call.offer(UaBench.ANSWER);
                    }
                }
                case 4 -> {
                    if (call != null && random.nextInt(3) == 0) {
                        call.reject(486, null);
                        call.hangUp("enough");
                    }
                }
                case 8 -> {
                    SipCall one = own != null && random.nextBoolean() ? own : call;
                    if (one != null) {
                        one.transfer(SipUri.of("sip:desk@example.com"));
                    }
                }
                case 9 -> {
                    if (call != null) {
                        call.sendDigits("12", 100);
                    }
                }
                case 5 -> {
                    if (own != null && random.nextInt(3) == 0) {
                        own.hangUp(null);
                    } else if (own != null) {
                        own.offer(UaBench.ANSWER);
                    }
                }
                default -> reply();
            }
        }

        private void reply() {
            List<OfferReply> replies = new ArrayList<>();
            bench.heard.forEach(stt -> replies.addAll(stt.replies));
            placedEars.forEach(stt -> replies.addAll(stt.replies));
            OfferReply reply = any(replies);
            if (reply == null) {
                return;
            }
            switch (random.nextInt(3)) {
                case 0 -> reply.reject(488, null);
                case 1 -> reply.repeat();
                default -> reply.accept(UaBench.ANSWER);
            }
        }

        private void place() {
            UaBench.Heard stt = new UaBench.Heard();
            placedEars.add(stt);
            FakeFlow flow = random.nextBoolean() ? bench.udp : bench.tcp;
            placed.add(bench.agent.call(
                    new OutgoingCallRequest(
                            SipUri.of("sip:x@198.51.100.7"),
                            Written.address("<sip:a@b>"),
                            flow,
                            UaBench.ANSWER,
                            List.of(),
                            TimeUnit.SECONDS.toNanos(10L + random.nextInt(200))),
                    stt));
        }

        private void network() {
            switch (random.nextInt(4)) {
                case 0 -> {
                    bench.tcp.close();
                    bench.layer.onFlowClosed(bench.tcp, bench.scheduler.nowNs());
                }
                case 1 -> bench.refuseToOpen = random.nextBoolean();
                case 2 -> bench.udp.close();
                default -> {
                    bench.tcp.reopen();
                    bench.udp.reopen();
                }
            }
        }

        /** Takes what was sent: our requests may be answered later, our tags are learnt by the peers. */
        private void collect() {
            List<FakeFlow> flows = new ArrayList<>(bench.opened.values());
            flows.add(bench.udp);
            flows.add(bench.tcp);
            for (FakeFlow flow : flows) {
                for (SipMessage message : flow.drain()) {
                    if (message instanceof SipRequest request) {
                        ours.add(request);
                    } else if (message instanceof SipResponse response) {
                        learn(response);
                    }
                }
            }
            while (ours.size() > 12) {
                ours.remove(0);
            }
        }

        private void learn(SipResponse response) {
            for (Peer peer : peers) {
                boolean dialog = response.statusCode() > 100 && response.statusCode() < 300;
                if (peer.callId.equals(response.callId())
                        && dialog
                        && response.cseq().method().equals(SipMethod.INVITE)) {
                    peer.toTag = response.to().tag();
                }
            }
        }
    }
}
