package io.sidetone.transport.sip.locate;

import io.sidetone.transport.sip.message.SipUri;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Finds the servers of a SIP URI (RFC 3263 section 4). SIP event loop only. */
public final class ServerLocator {
    private final NameService names;
    private final Reach reach;
    private final RandomGenerator random;

    /**
     * Creates a locator.
     *
     * @param reach where we get to
     * @param random orders servers of one priority
     */
    public ServerLocator(NameService names, Reach reach, RandomGenerator random) {
        this.names = names;
        this.reach = reach;
        this.random = random;
    }

    /** Finds the servers of {@code uri}; the answer may come from inside this call. */
    public void locate(SipUri uri, Consumer<Located> done) {
        new ServerLookup(names, reach, random, uri, done).begin();
    }
}
