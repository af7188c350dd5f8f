package io.sidetone.transport.sip.locate;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DefaultDnsRecordDecoder;
import io.netty.handler.codec.dns.DnsRawRecord;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsErrorCauseException;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsNameResolverException;
import io.netty.resolver.dns.DnsServerAddressStreamProvider;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.util.ReferenceCountUtil;
import io.sidetone.transport.loop.EventLoops;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** DNS by Netty's resolver, without its cache: over UDP, and over TCP where an answer is cut. SIP event loop only. */
public final class NettyNames implements NameService, AutoCloseable {
    private static final long QUERY_TIMEOUT_MS = 2_000;
    private static final int MAX_NAME = 255;

    private final DnsNameResolverBuilder builder;
    private DnsNameResolver resolver;

    /**
     * Creates the service.
     *
     * @param loop runs queries and answers
     * @param loops the group of that loop
     * @param servers name servers; those of the machine by {@code DnsServerAddressStreamProviders.platformDefault()}
     */
    public NettyNames(EventLoop loop, EventLoops loops, DnsServerAddressStreamProvider servers) {
        this.builder = new DnsNameResolverBuilder(loop)
                .datagramChannelType(loops.datagramChannel())
                .socketChannelType(loops.socketChannel())
                .nameServerProvider(servers)
                .resolveCache(NoopDnsCache.INSTANCE)
                .resolvedAddressTypes(ResolvedAddressTypes.IPV4_PREFERRED)
                .searchDomains(List.of())
                .ndots(1)
                .queryTimeoutMillis(QUERY_TIMEOUT_MS);
    }

    @Override
    public void query(String name, Type type, Consumer<Answer> done) {
        DefaultDnsQuestion question;
        try {
            question = new DefaultDnsQuestion(absolute(name), DnsRecordType.valueOf(type.name()));
        } catch (IllegalArgumentException malformed) {
            done.accept(Answer.failed("is no name; correct it"));
            return;
        }
        resolver().resolveAll(question).addListener(found -> {
            if (found.isSuccess()) {
                @SuppressWarnings("unchecked") // The type of resolveAll.
                List<DnsRecord> records = (List<DnsRecord>) found.getNow();
                done.accept(answer(records, type));
            } else {
                done.accept(failure(found.cause()));
            }
        });
    }

    /** The sockets are opened with the first question: most servers never ask one. */
    private DnsNameResolver resolver() {
        if (resolver == null) {
            resolver = builder.build();
        }
        return resolver;
    }

    private static String absolute(String name) {
        return name.endsWith(".") ? name : name + ".";
    }

    private static Answer answer(List<DnsRecord> records, Type type) {
        List<Entry> entries = new ArrayList<>(records.size());
        long ttlSeconds = TimeUnit.DAYS.toSeconds(1);
        try {
            for (DnsRecord record : records) {
                if (record instanceof DnsRawRecord raw && raw.type().name().equals(type.name())) {
                    entries.add(entry(raw.content(), type));
                    ttlSeconds = Math.min(ttlSeconds, record.timeToLive());
                }
            }
        } catch (UnknownHostException | RuntimeException malformed) {
            return Answer.failed("the answer is malformed; ask who runs the name server");
        } finally {
            records.forEach(ReferenceCountUtil::release);
        }
        return new Answer(entries, ttlSeconds, null);
    }

    private static Entry entry(ByteBuf in, Type type) throws UnknownHostException {
        return switch (type) {
            case NAPTR -> {
                int order = in.readUnsignedShort();
                int preference = in.readUnsignedShort();
                String flags = text(in);
                String service = text(in);
                text(in);
                yield new Naptr(order, preference, flags, service, name(in));
            }
            case SRV -> new Srv(in.readUnsignedShort(), in.readUnsignedShort(), in.readUnsignedShort(), name(in));
            case A, AAAA -> {
                byte[] address = new byte[in.readableBytes()];
                in.readBytes(address);
                yield new Address(InetAddress.getByAddress(address));
            }
        };
    }

    private static String text(ByteBuf in) {
        return in.readCharSequence(in.readUnsignedByte(), StandardCharsets.US_ASCII)
                .toString();
    }

    private static String name(ByteBuf in) {
        String name = DefaultDnsRecordDecoder.decodeName(in);
        if (name.length() > MAX_NAME) {
            throw new IllegalArgumentException("a name of " + name.length() + " characters");
        }
        return name.length() > 1 && name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    /** A name or record that does not exist is an answer; that nobody answers is none. */
    private static Answer failure(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof DnsErrorCauseException refused && refused.getCode() != DnsResponseCode.NXDOMAIN) {
                return Answer.failed("the name server answered " + refused.getCode() + "; ask who runs it");
            }
            if (each instanceof DnsNameResolverException) {
                return Answer.failed("no name server answered; check those in /etc/resolv.conf");
            }
        }
        return new Answer(List.of(), 0, null);
    }

    /** Closes its sockets; on the event loop, or after it ended. */
    @Override
    public void close() {
        if (resolver != null) {
            resolver.close();
        }
    }
}
