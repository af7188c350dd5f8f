package io.sidetone.transport.sip.locate;

import java.net.InetAddress;
import java.util.List;
import java.util.function.Consumer;

/** Answers questions about names. SIP event loop only; an implementation may answer from inside the call. */
public interface NameService {
    /** Types of questions. */
    enum Type {
        /** Transports of a domain, RFC 3403. */
        NAPTR,
        /** Servers of a service, RFC 2782. */
        SRV,
        /** IPv4 addresses. */
        A,
        /** IPv6 addresses. */
        AAAA
    }

    /** One record. */
    sealed interface Entry permits Naptr, Srv, Address {}

    /**
     * A transport of a domain.
     *
     * @param flags {@code s} where {@code replacement} is a name for SRV
     * @param service {@code SIP+D2T} for instance
     * @param replacement the next name
     */
    record Naptr(int order, int preference, String flags, String service, String replacement) implements Entry {}

    /** A server of a service. */
    record Srv(int priority, int weight, int port, String target) implements Entry {}

    /** An address. */
    record Address(InetAddress address) implements Entry {}

    /**
     * An answer.
     *
     * @param entries empty when there is no such record
     * @param ttlSeconds how long it may be kept
     * @param failure why nothing is known, such as a time-out; null when {@code entries} says all
     */
    record Answer(List<Entry> entries, long ttlSeconds, String failure) {
        /** Copies the list. */
        public Answer {
            entries = List.copyOf(entries);
        }

        /** Nothing is known. */
        static Answer failed(String why) {
            return new Answer(List.of(), 0, why);
        }
    }

    /** Asks for the records of {@code name}. */
    void query(String name, Type type, Consumer<Answer> done);
}
