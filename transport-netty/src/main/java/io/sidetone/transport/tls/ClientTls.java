package io.sidetone.transport.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * TLS 1.2 and 1.3 of connections that we dial. The server's certificate must come from a trusted authority, be valid now,
 * and name the host that was asked for. Thread-safe.
 */
public final class ClientTls extends FileTls {
    private ClientTls(ClientTlsSettings settings, LongSupplier epochS) throws TlsFileException {
        super(settings.identity(), settings.ca(), epochS, ClientTls::builder);
    }

    /**
     * Reads the files, if there are any. Blocks.
     *
     * @param epochS the time in seconds since 1970, against which the own certificate is checked
     * @throws TlsFileException if a file is missing or wrong, and if the own certificate has expired
     */
    public static ClientTls open(ClientTlsSettings settings, LongSupplier epochS) throws TlsFileException {
        return new ClientTls(settings, epochS);
    }

    private static SslContextBuilder builder(Optional<TlsIdentity> own) {
        SslContextBuilder builder = SslContextBuilder.forClient().endpointIdentificationAlgorithm("HTTPS");
        own.ifPresent(identity -> builder.keyManager(identity.key(), identity.chainArray()));
        return builder;
    }

    /**
     * Makes the handler of one connection.
     *
     * @param host whom the certificate must name: a host name (dNSName, wildcards count) or an address (iPAddress). For SIP
     *     it is the domain of the URI, not the host that DNS gave for it (RFC 5922 section 7.1)
     */
    public SslHandler newHandler(ByteBufAllocator allocator, String host, int port) {
        return context().newHandler(allocator, host, port);
    }
}
