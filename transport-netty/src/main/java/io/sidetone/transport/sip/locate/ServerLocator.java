package io.sidetone.transport.sip.locate;

import io.sidetone.transport.sip.endpoint.SipTransport;
import io.sidetone.transport.sip.message.SipUri;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Finds the servers of a SIP URI (RFC 3263 section 4). SIP event loop only. */
public final class ServerLocator {
    private final NameService names;
    private final Set<SipTransport> transports;
    private final Set<NameService.Type> families;
    private final RandomGenerator random;

    /**
     * Creates a locator.
     *
     * @param transports those that we have
     * @param families {@link NameService.Type#A}, {@link NameService.Type#AAAA} or both: addresses that we can reach
     * @param random orders servers of one priority
     */
    public ServerLocator(
            NameService names, Set<SipTransport> transports, Set<NameService.Type> families, RandomGenerator random) {
        this.names = names;
        this.transports = Set.copyOf(transports);
        this.families = Set.copyOf(families);
        this.random = random;
    }

    /** Finds the servers of {@code uri}; the answer may come from inside this call. */
    public void locate(SipUri uri, Consumer<Located> done) {
        new ServerLookup(names, transports, families, random, uri, done).begin();
    }
}
