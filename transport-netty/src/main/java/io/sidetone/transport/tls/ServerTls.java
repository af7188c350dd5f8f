package io.sidetone.transport.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * TLS 1.2 and 1.3 of a listener. A client that asks for another handshake on an open connection is disconnected. After a
 * reload new connections see the new certificate: sessions of the old one are not resumed. Thread-safe.
 */
public final class ServerTls extends FileTls {
    static {
        Renegotiation.refuse();
    }

    private ServerTls(ServerTlsSettings settings, LongSupplier epochS) throws TlsFileException {
        super(Optional.of(settings.identity()), settings.ca(), epochS, own -> SslContextBuilder.forServer(
                        own.orElseThrow().key(), own.orElseThrow().chainArray())
                .clientAuth(settings.clientAuth().netty()));
    }

    /**
     * Reads the files. Blocks.
     *
     * @param epochS the time in seconds since 1970, against which certificates are checked
     * @throws TlsFileException if a file is missing or wrong, and if a certificate has expired
     */
    public static ServerTls open(ServerTlsSettings settings, LongSupplier epochS) throws TlsFileException {
        return new ServerTls(settings, epochS);
    }

    /** Makes the handler of one connection; its handshake is computed on the event loop of that connection. */
    public SslHandler newHandler(ByteBufAllocator allocator) {
        return context().newHandler(allocator);
    }

    /** The same; {@code tasks} runs the signatures and key agreements of the handshake, a few milliseconds each. */
    public SslHandler newHandler(ByteBufAllocator allocator, Executor tasks) {
        return context().newHandler(allocator, tasks);
    }
}
