package io.sidetone.transport.tls;

/** Choice of whether a client must show a certificate. */
public enum ClientAuth {
    /** None is asked for. */
    NONE(io.netty.handler.ssl.ClientAuth.NONE),
    /** One is asked for; a client without any is served, one with a certificate of another authority is not. */
    OPTIONAL(io.netty.handler.ssl.ClientAuth.OPTIONAL),
    /** A client without a certificate of the authority is refused. */
    REQUIRED(io.netty.handler.ssl.ClientAuth.REQUIRE);

    private final io.netty.handler.ssl.ClientAuth netty;

    ClientAuth(io.netty.handler.ssl.ClientAuth netty) {
        this.netty = netty;
    }

    io.netty.handler.ssl.ClientAuth netty() {
        return netty;
    }
}
