package io.sidetone.transport.sip.locate;

import io.sidetone.transport.sip.endpoint.NamedAddress;
import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.locate.NameService.Address;
import io.sidetone.transport.sip.locate.NameService.Answer;
import io.sidetone.transport.sip.locate.NameService.Naptr;
import io.sidetone.transport.sip.locate.NameService.Srv;
import io.sidetone.transport.sip.locate.NameService.Type;
import io.sidetone.transport.sip.message.SipUri;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * One search for the servers of a URI (RFC 3263 section 4): a queue of questions, asked one after the other, so that no
 * record can make it ask for ever. SIP event loop only.
 */
final class ServerLookup {
    private static final int MAX_QUESTIONS = 64;
    private static final int MAX_TARGETS = 32;

    private final NameService names;
    private final Reach reach;
    private final RandomGenerator random;
    private final SipUri uri;
    private final Consumer<Located> done;
    private final Deque<Runnable> questions = new ArrayDeque<>();
    private final List<SipTarget> targets = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();
    private int asked;
    private boolean running;
    private boolean waiting;
    private boolean finished;
    private String failure;

    ServerLookup(NameService names, Reach reach, RandomGenerator random, SipUri uri, Consumer<Located> done) {
        this.names = names;
        this.reach = reach;
        this.random = random;
        this.uri = uri;
        this.done = done;
    }

    void begin() {
        SipTransport written = SipTransport.of(uri.transport());
        SipTransport named = uri.secure() ? SipTransport.TLS : written;
        if (uri.transport() != null && written == null) {
            failure = "transport " + uri.transport() + " is not known; write udp, tcp or tls";
        } else if (named != null && !reach.has(named)) {
            failure = missing(named);
        } else {
            SipTransport usual = named == null ? reach.usual() : named;
            InetAddress literal = uri.literalHost();
            if (literal != null) {
                literal(usual, literal);
            } else if (uri.port() > 0) {
                addresses(usual, uri.host(), uri.port());
            } else if (written != null) {
                services(usual, serviceName(usual), () -> addresses(usual, uri.host(), usual.defaultPort()));
            } else {
                naptr();
            }
        }
        proceed();
    }

    private void literal(SipTransport transport, InetAddress address) {
        Type family = address instanceof Inet4Address ? Type.A : Type.AAAA;
        if (reach.reaches(transport, family)) {
            target(transport, address, port(transport));
        } else {
            failure = "no listener of " + transport.parameter() + " reaches "
                    + (family == Type.A ? "IPv4" : "IPv6") + " addresses such as " + address.getHostAddress()
                    + "; add one to sip.listeners";
        }
    }

    private static String missing(SipTransport transport) {
        return "needs " + transport.parameter() + ", which this server does not have; "
                + (transport == SipTransport.TLS
                        ? "give it a certificate for TLS, or write another transport"
                        : "listen with it, or write another transport");
    }

    private int port(SipTransport transport) {
        return uri.port() > 0 ? uri.port() : transport.defaultPort();
    }

    private String serviceName(SipTransport transport) {
        return switch (transport) {
                    case UDP -> "_sip._udp.";
                    case TCP -> "_sip._tcp.";
                    case TLS -> "_sips._tcp.";
                }
                + uri.host();
    }

    private static SipTransport ofService(String service) {
        return switch (service.toUpperCase(Locale.ROOT)) {
            case "SIP+D2U" -> SipTransport.UDP;
            case "SIP+D2T" -> SipTransport.TCP;
            case "SIPS+D2T" -> SipTransport.TLS;
            default -> null;
        };
    }

    private boolean usable(SipTransport transport) {
        return reach.has(transport) && (transport == SipTransport.TLS || !uri.secure());
    }

    private void naptr() {
        ask(uri.host(), Type.NAPTR, answer -> {
            List<Naptr> found = answer.entries().stream()
                    .map(Naptr.class::cast)
                    .filter(each -> each.flags().equalsIgnoreCase("s") && usable(ofService(each.service())))
                    .sorted(Comparator.comparingInt(Naptr::order).thenComparingInt(Naptr::preference))
                    .toList();
            if (found.isEmpty()) {
                everyService();
            }
            found.forEach(each -> services(ofService(each.service()), each.replacement(), () -> {}));
        });
    }

    /**
     * Without NAPTR every transport is asked for (RFC 3263 section 4.1), and at last the host itself. TLS is one of them
     * for sips alone.
     */
    private void everyService() {
        List<SipTransport> candidates =
                uri.secure() ? List.of(SipTransport.TLS) : List.of(SipTransport.UDP, SipTransport.TCP);
        for (SipTransport each : candidates) {
            if (usable(each)) {
                services(each, serviceName(each), () -> {});
            }
        }
        questions.add(() -> {
            if (targets.isEmpty()) {
                SipTransport usual = uri.secure() ? SipTransport.TLS : reach.usual();
                addresses(usual, uri.host(), usual.defaultPort());
            }
        });
    }

    private void services(SipTransport transport, String name, Runnable otherwise) {
        ask(name, Type.SRV, answer -> {
            List<Srv> found = answer.entries().stream().map(Srv.class::cast).toList();
            if (found.isEmpty()) {
                otherwise.run();
            }
            List<Srv> ordered = SrvOrder.of(
                    found.stream().filter(srv -> !srv.target().equals(".")).toList(), random);
            for (int i = ordered.size() - 1; i >= 0; i--) {
                Srv server = ordered.get(i);
                questions.addFirst(() -> addresses(transport, server.target(), server.port()));
            }
        });
    }

    private void addresses(SipTransport transport, String host, int port) {
        for (Type family : new Type[] {Type.AAAA, Type.A}) {
            if (reach.reaches(transport, family)) {
                questions.addFirst(() -> now(host, family, answer -> answer.entries()
                        .forEach(entry -> target(transport, ((Address) entry).address(), port))));
            }
        }
    }

    private void target(SipTransport transport, InetAddress address, int port) {
        SipTarget target = new SipTarget(transport, NamedAddress.of(uri.host(), address, port));
        if (targets.size() < MAX_TARGETS && !targets.contains(target)) {
            targets.add(target);
        }
    }

    private void ask(String name, Type type, Consumer<Answer> then) {
        questions.add(() -> now(name, type, then));
    }

    private void now(String name, Type type, Consumer<Answer> then) {
        asked++;
        if (asked > MAX_QUESTIONS) {
            questions.clear();
            steps.add("more than " + MAX_QUESTIONS + " questions: the rest is left out");
            return;
        }
        waiting = true;
        names.query(name, type, answer -> {
            waiting = false;
            steps.add(type + " " + name + ": " + said(answer));
            failure = answer.failure() == null ? failure : name + ": " + answer.failure();
            then.accept(answer);
            proceed();
        });
    }

    private static String said(Answer answer) {
        if (answer.failure() != null) {
            return answer.failure();
        }
        int count = answer.entries().size();
        return count == 0 ? "none" : count + (count == 1 ? " record" : " records");
    }

    /** Asks on until an answer is awaited; answers from inside a question do not nest. */
    private void proceed() {
        if (running) {
            return;
        }
        running = true;
        while (!waiting && !questions.isEmpty()) {
            questions.poll().run();
        }
        running = false;
        if (!waiting && !finished) {
            finished = true;
            String why = failure == null ? uri.host() + " has no address; check the name" : failure;
            done.accept(new Located(targets, steps, targets.isEmpty() ? why : null));
        }
    }
}
